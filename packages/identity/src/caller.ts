/** Who calls a method. */
export interface Caller {
  /** The IP address that rate limits count by; for IPv6, the /64 network: `2001:db8:1:2::`. */
  readonly address: string
  /**
   * The application's own origin, which links in e-mails start with: `https://shop.example`. It must not be taken from
   * the request's `Host`, which anyone can set to have another user's code sent to their own site.
   */
  readonly origin: string
}

/** The administrator on the command line, in the audit log: no IP address. */
export const commandLine: Caller = { address: 'command line', origin: '' }
