/** Who sent a request. */
export interface Client {
  /** The network address that limits count by; of IPv6, its network of 64 bits: `2001:db8:1:2::`. */
  readonly address: string
  /**
   * The shop's own address, which links in mails start with: `https://shop.example`. It is not taken from the request,
   * whose `Host` anyone could set to have somebody else's code sent to a site of theirs.
   */
  readonly origin: string
}

/** Whoever runs the shop, as the audit has them: no network address of anybody. */
export const commandLine: Client = { address: 'command line', origin: '' }
