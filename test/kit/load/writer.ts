import { randomInt, randomUUID } from 'node:crypto'

import sharp from 'sharp'

import { createItemId } from '../../../src/catalogue/item-id.ts'
import type { ItemLine } from '../../../src/catalogue/transfer/item-line.ts'
import { sendToRunningShop } from '../../../src/cli/socket/admin-client.ts'
import type { ItemRequest } from '../../../src/domain/item.ts'
import type { ApiItem } from '../api-client.ts'
import type { ManagedItem } from '../manage-client.ts'
import { sha256Of, type SentPhoto } from '../photos/photos.ts'
import { Entry } from './entry.ts'

/** What a write does to an item. */
export type ItemWrite = ItemRequest | { readonly sold: boolean } | { readonly isRemoved: boolean }

/** The request that adds an item: it may be sent again. */
interface Adding {
  /** The idempotency key. */
  readonly key: string
  readonly owner: SessionEntry
  readonly fields: ItemRequest
}

export class ItemEntry extends Entry<ManagedItem, ItemWrite> {
  /** How it was added, or the id with which it was imported. */
  readonly origin: Adding | { readonly id: string }

  constructor(origin: Adding | { readonly id: string }) {
    super()
    this.origin = origin
  }
}

/** A signed-in user. */
export interface Session {
  readonly localId: string
  readonly idToken: string
  readonly refreshToken: string
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

export class SessionEntry extends Entry<Session, 'sign-up' | 'refresh'> {
  /** `undefined`: anonymous. */
  readonly credentials: Credentials | undefined

  constructor(credentials?: Credentials) {
    super()
    this.credentials = credentials
  }
}

/** A photo, as far as its files depend on it. */
export type StoredPhoto = Pick<SentPhoto, 'id' | 'width'>

class PhotoEntry extends Entry<SentPhoto, 'upload'> {
  readonly sha256: string
  /** What is uploaded, and who uploads it. */
  readonly bytes: Buffer<ArrayBuffer>
  readonly owner: SessionEntry
  /** SHA-256 of its files by path, as they were when they were first served. */
  readonly files = new Map<string, string>()

  constructor(bytes: Buffer<ArrayBuffer>, owner: SessionEntry) {
    super()
    this.bytes = bytes
    this.owner = owner
    this.sha256 = sha256Of(bytes)
  }
}

/** An answer that is not the expected one. */
export class RefusedWriteError extends Error {
  readonly status: number
  readonly text: string

  constructor(what: string, status: number, text: string) {
    super(`${what}: ${status} ${text.slice(0, 300)}`)
    this.name = 'RefusedWriteError'
    this.status = status
    this.text = text
  }
}

export interface WriterOptions {
  readonly url: string
  /** Of the same shop, for imports. */
  readonly dataDir: string
  /** Accounts that may add and change items. */
  readonly owners: readonly SessionEntry[]
  /** The address that a request seems to come from. The shop must trust one proxy. */
  readonly address?: () => string
}

/**
 * Writes to a shop as its visitors, owners and operator do, and remembers what was acknowledged. Each method rejects with
 * RefusedWriteError if the shop refuses, and with another error if it is gone; the write is pending then.
 */
export class Writer {
  readonly items: ItemEntry[] = []
  readonly sessions: SessionEntry[] = []
  readonly photos: PhotoEntry[] = []
  readonly owners: readonly SessionEntry[]
  readonly #options: WriterOptions
  #remembers = false

  constructor(options: WriterOptions) {
    this.#options = options
    this.owners = options.owners
  }

  /** From now on, keeps all states of each item, session and photo, to be compared with a backup that is made meanwhile. */
  remember(): void {
    this.#remembers = true
    for (const entry of [...this.items, ...this.sessions, ...this.photos]) entry.remember()
  }

  /** The same items, photos and accounts in a shop that was restored, where nobody is signed in: anonymous ones are gone. */
  movedTo(url: string, dataDir: string): Writer {
    const moved = new Writer({ ...this.#options, url, dataDir })
    moved.items.push(...this.items)
    moved.sessions.push(...this.sessions.filter(({ credentials }) => credentials !== undefined))
    moved.photos.push(...this.photos)
    return moved
  }

  /** Photos that no item uses need not be in a backup; an item that was not answered cannot be sent again without them. */
  forgetPhotosBut(used: ReadonlySet<string>): void {
    const photos = this.photos.filter(({ acknowledged }) => !acknowledged || used.has(acknowledged.id))
    this.photos.splice(0, this.photos.length, ...photos)
    const items = this.items.filter(
      ({ origin, acknowledged }) => acknowledged || 'id' in origin || origin.fields.photos.every((id) => used.has(id)),
    )
    this.items.splice(0, this.items.length, ...items)
  }

  async addItem(owner: SessionEntry, fields: ItemRequest): Promise<void> {
    const adding = { key: randomUUID(), owner, fields }
    const item = new ItemEntry(adding)
    this.#record(this.items, item)
    await item.write(fields, async () => {
      const { answer } = await this.sendNewItem(adding)
      return { ...answer, ...initial }
    })
  }

  /** Sends a new item, perhaps again. 201: it was added now. */
  async sendNewItem({ key, owner, fields }: Adding): Promise<{ readonly status: number; readonly answer: ApiItem }> {
    const headers = { 'Idempotency-Key': `"${key}"` }
    const answer = await this.call(owner, 'POST', '/api/items', { body: fields, headers })
    return { status: answer.status, answer: (await answer.json()) as ApiItem }
  }

  async edit(owner: SessionEntry, item: ItemEntry, fields: ItemRequest): Promise<void> {
    await this.#change(owner, item, { wanted: fields, method: 'PUT', body: fields })
  }

  async setSold(owner: SessionEntry, item: ItemEntry, sold: boolean): Promise<void> {
    await this.#change(owner, item, { wanted: { sold }, method: 'PATCH', body: { sold } })
  }

  async remove(owner: SessionEntry, item: ItemEntry): Promise<void> {
    await this.#change(owner, item, { wanted: { isRemoved: true }, method: 'DELETE' })
  }

  async restore(owner: SessionEntry, item: ItemEntry): Promise<void> {
    await this.#change(owner, item, { wanted: { isRemoved: false }, method: 'POST', path: '/restore' })
  }

  /** Imports new items in one request to the admin socket, as `npm run shop -- import` does. */
  async importItems(all: readonly ItemRequest[]): Promise<void> {
    const createdAt = new Date().toISOString()
    const lines = all.map((fields) => ({ id: createItemId(), createdAt, ...fields, photos: [] }))
    const sending = this.#put(lines)
    const writes = lines.map((fields) => {
      const item = new ItemEntry({ id: fields.id })
      this.#record(this.items, item)
      return item.write(fields, () => sending.then(() => ({ ...fields, ...initial, sold: false, reserved: false })))
    })
    await Promise.all(writes)
  }

  /** Signs a new user up, anonymously or with a password. */
  async signUp(credentials?: Credentials): Promise<void> {
    const session = new SessionEntry(credentials)
    this.#record(this.sessions, session)
    await session.write('sign-up', () => this.sendSignIn('signUp', credentials))
  }

  async sendSignIn(method: 'signUp' | 'signInWithPassword', credentials?: Credentials): Promise<Session> {
    const path = `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`
    const answer = await this.call(undefined, 'POST', path, { body: { ...credentials, returnSecureToken: true } })
    const { localId, idToken, refreshToken } = (await answer.json()) as Session
    return { localId, idToken, refreshToken }
  }

  async refresh(session: SessionEntry): Promise<void> {
    const { refreshToken, localId } = acknowledgedOf(session)
    await session.write('refresh', async () => {
      const body = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const answer = await this.call(undefined, 'POST', '/securetoken.googleapis.com/v1/token?key=any', { body })
      const { id_token: idToken } = (await answer.json()) as { id_token: string }
      return { localId, refreshToken, idToken }
    })
  }

  /** Uploads a new photo. @param size of its longer side in pixels. */
  async upload(owner: SessionEntry, size: number): Promise<PhotoEntry> {
    const photo = new PhotoEntry(await drawUniquePhoto(size), owner)
    this.#record(this.photos, photo)
    await this.uploadAgain(photo)
    return photo
  }

  /** Uploads a photo, or finds it. */
  async uploadAgain(photo: PhotoEntry): Promise<void> {
    await photo.write('upload', async () => {
      const answer = await this.call(photo.owner, 'PUT', `/api/photos/${photo.sha256}`, { bytes: photo.bytes })
      return (await answer.json()) as SentPhoto
    })
  }

  #record<E extends Entry<unknown>>(entries: E[], entry: E): void {
    if (this.#remembers) entry.remember()
    entries.push(entry)
  }

  async #change(
    owner: SessionEntry,
    item: ItemEntry,
    { wanted, method, path = '', body }: { wanted: ItemWrite; method: string; path?: string; body?: object },
  ): Promise<void> {
    const { id, version } = acknowledgedOf(item)
    await item.write(wanted, async () => {
      const headers = { 'If-Match': `"${version}"` }
      const answer = await this.call(owner, method, `/api/items/${id}${path}`, { body, headers })
      return (await answer.json()) as ManagedItem
    })
  }

  async #put(items: readonly ItemLine[]): Promise<void> {
    const answer = await sendToRunningShop(this.#options.dataDir, { command: 'put', input: { items } })
    if (answer === undefined) throw new Error('The shop cannot be reached.')
  }

  /** Calls the shop's API or its identity service. @throws RefusedWriteError unless the answer is a 2xx. */
  async call(
    caller: SessionEntry | undefined,
    method: string,
    path: string,
    { body, bytes, headers }: { body?: object | undefined; bytes?: Buffer<ArrayBuffer>; headers?: object } = {},
  ): Promise<Response> {
    const { url, address } = this.#options
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(caller && { Authorization: `Bearer ${acknowledgedOf(caller).idToken}` }),
        ...(address && { 'X-Forwarded-For': address() }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...((body ?? bytes) && { body: bytes ?? JSON.stringify(body) }),
    })
    if (!answer.ok) throw new RefusedWriteError(`${method} ${path}`, answer.status, await answer.text())
    return answer
  }
}

/** What the answer to a new item does not say. */
export const initial = { hidden: false, removedAt: null, reservedUntil: null, reservedNote: null, version: '1' }

export function acknowledgedOf<State>(entry: Entry<State>): State {
  const { acknowledged } = entry
  if (acknowledged === undefined) throw new TypeError('Nothing was acknowledged of this.')
  return acknowledged
}

/** Unlike any photo so far, with the grain of wool. */
async function drawUniquePhoto(size: number): Promise<Buffer<ArrayBuffer>> {
  const r = randomInt(256)
  const g = randomInt(256)
  const b = randomInt(256)
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const width = Math.round(size * 0.8)
  const height = size
  const grain = sharp({ create: { width, height, channels: 3, background: { r, g, b }, noise } })
  return Buffer.from(await grain.tint({ r, g, b }).jpeg().toBuffer())
}
