import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { ItemRequest } from '../../src/domain/item.ts'

/** An item as the shop answered it; nothing of it is checked. */
export type AddedItem = Readonly<Record<string, unknown>>

/** The shop encodes a photo before it answers. */
const timeoutMs = 60_000

/** A visitor of the shop at `origin`, who signs in anonymously before adding the first item. */
export class Client {
  readonly #origin: string
  #idToken: Promise<string> | undefined

  constructor(origin: string) {
    this.#origin = origin
  }

  /** How many items the home page shows. */
  async countItems(): Promise<number> {
    const { items } = await request(`${this.#origin}/api/items`)
    if (!Array.isArray(items)) throw new Error(`${this.#origin} does not answer as a shop does.`)
    return items.length
  }

  /** Whether the shop accepts items from any visitor. */
  async mayAdd(): Promise<boolean> {
    const { mayAdd } = await request(`${this.#origin}/api/me`, { headers: await this.#authorization() })
    return mayAdd === true
  }

  async addItem(item: ItemRequest): Promise<AddedItem> {
    return request(`${this.#origin}/api/items`, postRequest(item, await this.#authorization()))
  }

  /** @returns the photo's id. */
  async uploadPhoto(body: Uint8Array<ArrayBuffer>): Promise<string> {
    const sha256 = hash('sha256', body)
    const headers = await this.#authorization()
    const { id } = await request(`${this.#origin}/api/photos/${sha256}`, { method: 'PUT', headers, body })
    if (typeof id !== 'string') throw new Error('The shop gave no id of a photo.')
    return id
  }

  async #authorization() {
    this.#idToken ??= this.#signUp()
    return { Authorization: `Bearer ${await this.#idToken}` }
  }

  async #signUp(): Promise<string> {
    const url = `${this.#origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`
    const { idToken } = await request(url, postRequest({ returnSecureToken: true }))
    if (typeof idToken !== 'string') throw new Error('The shop gave no ID token.')
    return idToken
  }
}

function postRequest(body: object, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } }
}

/** Retries while the shop is busy. */
async function request(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt++) {
    const { origin } = new URL(url)
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
      throw new Error(`The shop at ${origin} cannot be reached.`, { cause: error })
    })
    const { status, headers } = response
    const answer = (await response.json().catch(() => {
      throw new Error(`${origin} answered ${status} with something other than JSON.`)
    })) as Record<string, unknown>
    if (response.ok) return answer
    const isBusy = status === 429 || status === 503
    const retryAfterSeconds = Number(headers.get('retry-after') ?? Number.POSITIVE_INFINITY)
    if (!isBusy || attempt === 3 || retryAfterSeconds > 30) {
      const { error } = answer as { error?: { message?: string } }
      throw new Error(`The shop answered ${status}: ${error?.message ?? 'no reason given'}`)
    }
    await wait(retryAfterSeconds * 1000)
  }
}
