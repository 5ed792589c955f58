import { callIdentity, signUp } from '../kit/api-client.ts'
import { sha256Of } from '../kit/photos/photos.ts'
import type { Caller, BodyRequest } from './body-requests.ts'
import type { FilledShop } from './fill-shop.ts'
import type { RawRequest } from './raw-client.ts'
import type { RawResponse } from './response-reader.ts'

/** Accounts are replaced after this number of requests, as some requests delete an account or end its sessions. */
const renewedAfter = 200

/** Fills tokens, addresses and ids of a running shop into fuzzed requests. */
export class FuzzAccounts {
  readonly #url: string
  readonly #shop: FilledShop
  #values: Readonly<Record<string, string>> = {}
  #requests = 0
  #renewal: Promise<void> | undefined

  constructor(url: string, shop: FilledShop) {
    this.#url = url
    this.#shop = shop
  }

  /** Replaces the placeholders of a request and adds its `Authorization` header. */
  async prepare({ target, headers = [], caller, body, ...request }: BodyRequest): Promise<RawRequest> {
    if (this.#requests % renewedAfter === 0) this.#renewal = this.#renew()
    this.#requests += 1
    await this.#renewal
    const filled = body && Buffer.from(this.#fill(body.toString('latin1')), 'latin1')
    const values = { sha256: sha256Of(filled ?? Buffer.from('')) }
    const authorization = this.#authorization(caller, target)
    return {
      ...request,
      target: this.#fill(target, values),
      headers: [
        ...headers.map(([name, value]) => [name, this.#fill(value)] as const),
        ...(authorization === undefined ? [] : ([['Authorization', authorization]] as const)),
      ],
      ...(filled && { body: filled }),
    }
  }

  /** Stores the item's version for the next change. */
  rememberVersion({ headers }: RawResponse): void {
    const version = /^"(\w+)"$/.exec(headers.get('etag') ?? '')?.[1]
    if (version !== undefined) this.#values = { ...this.#values, version }
  }

  #authorization(caller: Caller, target: string): string | undefined {
    if (caller === 'nobody') return undefined
    if (typeof caller === 'object') return caller.authorization
    // The owner stays signed in.
    const isOwner = caller === 'owner' && target !== '/api/me/sessions'
    return `Bearer ${isOwner ? this.#shop.owner : this.#values['idToken']}`
  }

  #fill(text: string, more: Readonly<Record<string, string>> = {}): string {
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => more[name] ?? this.#values[name] ?? whole)
  }

  async #renew(): Promise<void> {
    const { idToken, refreshToken } = await signUp(this.#url)
    const email = `visitor-${this.#requests}@example.com`
    await callIdentity(this.#url, 'signUp', { email, password: 'a good password', returnSecureToken: true })
    const { itemId, customToken } = this.#shop
    const newEmail = `new-${email}`
    this.#values = { ...this.#values, idToken, refreshToken, email, newEmail, itemId, customToken, origin: this.#url }
  }
}
