import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { ItemRequest } from '../../src/domain/item.ts'

/** An item as the shop answered it; nothing of it is checked. */
export type AddedItem = Readonly<Record<string, unknown>>

/** What the demo does in a shop, as any visitor could. */
export interface Client {
  /** How many items the home page shows. */
  countItems(): Promise<number>
  /** Whether the shop accepts items from any visitor. */
  mayAdd(): Promise<boolean>
  addItem(item: ItemRequest): Promise<AddedItem>
  /** @returns the photo's id. */
  uploadPhoto(bytes: Uint8Array<ArrayBuffer>): Promise<string>
}

/** The shop refused a request; `message` says which and why. */
export class ShopResponseError extends Error {
  override name = 'ShopResponseError'
}

/** The shop encodes a photo before it answers. */
const timeoutMs = 60_000

/** A visitor of the shop at `origin`, who signs in anonymously before adding the first item. */
export function createClient(origin: string): Client {
  let idToken: Promise<string> | undefined
  const authorization = async () => {
    idToken ??= signUp(origin)
    return { Authorization: `Bearer ${await idToken}` }
  }
  return {
    countItems: async () => {
      const { items } = await request(`${origin}/api/items`)
      if (!Array.isArray(items)) throw new ShopResponseError(`${origin} does not answer as a shop does.`)
      return items.length
    },
    mayAdd: async () => {
      const { mayAdd } = await request(`${origin}/api/me`, { headers: await authorization() })
      return mayAdd === true
    },
    addItem: async (item) => request(`${origin}/api/items`, postRequest(item, await authorization())),
    uploadPhoto: async (body) => {
      const sha256 = createHash('sha256').update(body).digest('hex')
      const headers = await authorization()
      const { id } = await request(`${origin}/api/photos/${sha256}`, { method: 'PUT', headers, body })
      if (typeof id !== 'string') throw new ShopResponseError('The shop gave no id of a photo.')
      return id
    },
  }
}

async function signUp(origin: string): Promise<string> {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`
  const { idToken } = await request(url, postRequest({ returnSecureToken: true }))
  if (typeof idToken !== 'string') throw new ShopResponseError('The shop gave no ID token.')
  return idToken
}

function postRequest(body: object, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } }
}

/** Retries while the shop is busy. */
async function request(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetchFromShop(url, init)
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? Number.POSITIVE_INFINITY)
    const answer = await readObject(response)
    if (response.ok) return answer
    const isBusy = response.status === 429 || response.status === 503
    if (!isBusy || attempt === 3 || retryAfterSeconds > 30) {
      throw new ShopResponseError(`The shop answered ${response.status}: ${messageOf(answer)}`)
    }
    await wait(retryAfterSeconds * 1000)
  }
}

async function fetchFromShop(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    throw new ShopResponseError(`The shop at ${new URL(url).origin} cannot be reached.`, { cause: error })
  }
}

async function readObject(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  try {
    return { ...(JSON.parse(text) as object) }
  } catch {
    throw new ShopResponseError(
      `${new URL(response.url).origin} answered ${response.status} with something other than JSON.`,
    )
  }
}

function messageOf({ error }: Record<string, unknown>): string {
  const message = (error as { message?: unknown } | undefined)?.message
  return typeof message === 'string' ? message : 'no reason given'
}
