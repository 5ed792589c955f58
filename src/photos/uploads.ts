import { hash } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'

import { FairSlots } from '@stockinette/rate-limit/fair-slots.ts'

import { isShopError, ShopError } from '../domain/errors.ts'
import { photoRules } from '../messages/messages.ts'
import { savePhoto } from './save-photo.ts'
import { ifExists, withStorage, type ReadDiskSpace } from './storage/disk.ts'

/** The sender, and the SHA-256 of the photo in hexadecimal. Each account has its own uploads. */
export interface UploadKey {
  readonly uid: string
  readonly sha256: string
}

/** A part that is being written. */
interface PartInProgress {
  readonly stop: () => void
  readonly ended: Promise<unknown>
}

export interface UploadHold extends Disposable {
  /** Ends the hold, and removes an upload that is finished or invalid, unless another request sends the photo: that one goes on. */
  removeFinished(): Promise<void>
}

const maxAgeMs = 3_600_000

const maxUploads = { inAll: 100, ofAccount: 16 }

/** When somebody whose upload was refused may try again. */
const retryAfterSeconds = 60

/**
 * Opens uploads in a folder that only this process writes to; it is created if missing.
 *
 * @param readSpace for tests of full disks.
 */
export async function openUploads(folder: string, readSpace?: ReadDiskSpace): Promise<Uploads> {
  await withStorage(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  return new Uploads(folder, await uploadsIn(folder), readSpace)
}

/**
 * Resumable uploads: received bytes are kept after a lost connection, as files, and survive a restart. They are not
 * synced to disk: after a power cut the SHA-256 shows whether a file is intact.
 */
export class Uploads {
  readonly #folder: string
  /** By file name. In memory, so that two uploads cannot take the last slot. */
  readonly #slots = new FairSlots<string>({ all: maxUploads.inAll, loses: 'oldest', replacesOwn: false })
  readonly #readSpace: ReadDiskSpace | undefined
  readonly #inProgress = new Map<string, PartInProgress>()
  /** How many requests send each upload, by file. */
  readonly #senders = new Map<string, number>()

  /** @param names of the uploads that exist already; their network is unknown. */
  constructor(folder: string, names: readonly string[], readSpace?: ReadDiskSpace) {
    this.#folder = folder
    this.#readSpace = readSpace
    for (const name of names) this.#slots.take(name, '')
  }

  /** The file with the received bytes. */
  path({ uid, sha256 }: UploadKey): string {
    return join(this.#folder, `${accountPart(uid)}-${sha256}`)
  }

  /** How many bytes have arrived. Stops a part in progress: the client has lost that connection. */
  async offset(key: UploadKey): Promise<number> {
    await this.#stop(this.path(key))
    return sizeOf(this.path(key))
  }

  /**
   * Appends a part. Bytes that arrive before the connection is lost are kept.
   *
   * @param network the part comes from: one network's uploads cannot block another's.
   * @returns how many bytes have arrived now.
   * @throws ShopError `upload-offset` when `offset` is not the current size, `body-too-large` as soon as the limit is
   *   exceeded (the upload is deleted then), `invalid-request` when the connection is lost, `too-many-requests` or
   *   `photos-busy` when there are too many uploads, `storage-unavailable`.
   */
  async append(key: UploadKey, offset: number, part: Readable, network = ''): Promise<number> {
    const path = this.path(key)
    const writing = this.#stop(path).then(() => this.#write(path, offset, part, network))
    const own = { stop: () => part.destroy(), ended: writing.catch(() => undefined) }
    this.#inProgress.set(path, own)
    try {
      return await writing
    } finally {
      if (this.#inProgress.get(path) === own) this.#inProgress.delete(path)
    }
  }

  /** Stops an upload and removes it. */
  async remove(key: UploadKey): Promise<void> {
    await this.#stop(this.path(key))
    await this.#release(this.path(key))
  }

  /** For a request that sends an upload, from its first byte to the end of its encoding. */
  hold(key: UploadKey): UploadHold {
    const path = this.path(key)
    let isHeld = true
    this.#senders.set(path, this.#sendersOf(path) + 1)
    const leave = () => {
      if (isHeld) this.#senders.set(path, this.#sendersOf(path) - 1)
      isHeld = false
      if (this.#sendersOf(path) === 0) this.#senders.delete(path)
    }
    return {
      removeFinished: async () => {
        leave()
        if (this.#sendersOf(path) === 0) await this.#release(path)
      },
      [Symbol.dispose]: leave,
    }
  }

  #sendersOf(path: string): number {
    return this.#senders.get(path) ?? 0
  }

  /** Removes uploads that were inactive for an hour. */
  async removeStale(): Promise<void> {
    for (const name of await withStorage(() => readdir(this.#folder))) {
      const path = join(this.#folder, name)
      const file = await ifExists(() => stat(path))
      if (file && Date.now() - file.mtimeMs > maxAgeMs) await withStorage(() => rm(path, { force: true }))
    }
    const inProgress = [...this.#inProgress.keys()].map((path) => basename(path))
    const kept = new Set([...(await uploadsIn(this.#folder)), ...inProgress])
    for (const name of this.#slots.slots()) if (!kept.has(name)) this.#slots.release(name)
  }

  async #stop(path: string): Promise<void> {
    const part = this.#inProgress.get(path)
    part?.stop()
    await part?.ended
  }

  async #release(path: string): Promise<void> {
    await withStorage(() => rm(path, { force: true }))
    this.#slots.release(basename(path))
  }

  async #write(path: string, offset: number, part: Readable, network: string): Promise<number> {
    const name = basename(path)
    const sizeBefore = await sizeOf(path)
    if (offset !== sizeBefore) throw new ShopError('upload-offset', photoRules.wrongOffset)
    const evicted = this.#takeSlot(name, network)
    try {
      if (evicted !== undefined) await this.#evict(join(this.#folder, evicted))
      // The connection is still needed for the response: stopping early must not close it.
      const chunks = part.iterator({ destroyOnReturn: false })
      const toError = (cause: unknown) => new ShopError('invalid-request', photoRules.interrupted, { cause })
      await savePhoto(path, chunks, { sizeBefore, toError, readSpace: this.#readSpace })
      return await sizeOf(path)
    } catch (error) {
      const isTooLarge = isShopError(error) && error.code === 'body-too-large'
      if (isTooLarge || (await sizeOf(path)) === 0) await this.#release(path)
      throw error
    }
  }

  /** @returns the upload that lost its slot. */
  #takeSlot(name: string, network: string): string | undefined {
    const ofAccount = [...this.#slots.slots()].filter((other) => other !== name && accountOf(other) === accountOf(name))
    if (ofAccount.length >= maxUploads.ofAccount) {
      throw new ShopError('too-many-requests', photoRules.tooManyUploads, { retryAfterSeconds })
    }
    const evicted = this.#slots.take(name, network)
    if (evicted === name) throw new ShopError('photos-busy', photoRules.busy, { retryAfterSeconds })
    return evicted
  }

  /** For an upload that has lost its slot. */
  async #evict(path: string): Promise<void> {
    await this.#stop(path)
    await withStorage(() => rm(path, { force: true }))
  }
}

function accountPart(uid: string): string {
  return hash('sha256', uid).slice(0, 32)
}

function accountOf(name: string): string {
  return name.slice(0, 32)
}

/** The names of uploads in a folder, which also contains remote images being copied. */
async function uploadsIn(folder: string): Promise<string[]> {
  const names = await withStorage(() => readdir(folder))
  return names.filter((name) => /^[0-9a-f]{32}-[0-9a-f]{64}$/.test(name))
}

async function sizeOf(path: string): Promise<number> {
  return (await ifExists(() => stat(path)))?.size ?? 0
}
