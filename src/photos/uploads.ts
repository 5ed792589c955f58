import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'

import { isShopError, ShopError } from '../domain/errors.ts'
import { photoRules } from '../messages/messages.ts'
import { requireRoom } from './storage/room.ts'
import type { ReadRoom } from './storage/room.ts'
import { withStorage } from './storage/storage-errors.ts'
import { countUnfinished } from './unfinished-uploads.ts'
import { writePhoto } from './write-photo.ts'

/** Whose photo, and the SHA-256 of its bytes in hexadecimal digits. What somebody else sends is another upload. */
export interface UploadKey {
  readonly uid: string
  readonly sha256: string
}

/** Photos that are on their way: what has arrived of each is kept, so that it can go on after a lost connection. */
export interface Uploads {
  /** How many bytes are here. A part that is still arriving is stopped: whoever asks has lost that connection. */
  offset(key: UploadKey): Promise<number>

  /**
   * Adds a part, from its place on. What arrives before the connection is lost stays.
   *
   * @param network that it comes from: one that has begun many uploads does not keep others from theirs.
   * @returns how many bytes are here now.
   * @throws ShopError `upload-offset` when the part does not follow on what is here, `body-too-large` as soon as there
   *   is too much (nothing is kept then), `invalid-request` when the connection is lost, `too-many-requests` or
   *   `photos-busy` when too many are on their way, `storage-unavailable`.
   */
  append(key: UploadKey, offset: number, part: Readable, network?: string): Promise<number>

  /** The file with what is here. */
  path(key: UploadKey): string

  /** Forgets an upload that is done, or no good. */
  remove(key: UploadKey): Promise<void>

  /** Forgets what nobody went on with for an hour. */
  removeStale(): Promise<void>
}

/** A part that is being written. */
interface Arriving {
  readonly stop: () => void
  readonly ended: Promise<unknown>
}

const maxAgeMs = 3_600_000

/**
 * Uploads as files of a folder, which this process alone writes to; it is created when it is missing. They outlive a
 * restart. They are not synced to disk: after a power cut the SHA-256 tells whether what is here is right.
 *
 * @param readRoom for tests, of disks that are nearly full.
 */
export async function openUploads(folder: string, readRoom?: ReadRoom): Promise<Uploads> {
  await withStorage(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  const arriving = new Map<string, Arriving>()
  const unfinished = countUnfinished(await uploadsIn(folder), accountPartOf)
  const path = (key: UploadKey) => join(folder, nameOf(key))

  const stop = async (file: string) => {
    const part = arriving.get(file)
    part?.stop()
    await part?.ended
  }
  /** To be called for an upload that has lost its place. */
  const giveUp = async (name: string) => {
    const file = join(folder, name)
    await stop(file)
    await withStorage(() => rm(file, { force: true }))
  }
  const release = async (key: UploadKey) => {
    await withStorage(() => rm(path(key), { force: true }))
    unfinished.release(nameOf(key))
  }
  const write = async (key: UploadKey, offset: number, part: Readable, network: string) => {
    const size = await sizeOf(path(key))
    if (offset !== size) throw new ShopError('upload-offset', photoRules.wrongOffset)
    const givenUp = unfinished.reserve(nameOf(key), network)
    try {
      if (givenUp !== undefined) await giveUp(givenUp)
      return await appendTo(
        path(key),
        size,
        whileThereIsRoom(chunksOf(part), () => requireRoom(folder, readRoom)),
      )
    } catch (error) {
      const isOfNoUse = isShopError(error) && error.code === 'body-too-large'
      if (isOfNoUse || (await sizeOf(path(key))) === 0) await release(key)
      throw error
    }
  }
  return {
    path,
    async offset(key) {
      await stop(path(key))
      return sizeOf(path(key))
    },
    async append(key, offset, part, network = '') {
      const file = path(key)
      const writing = stop(file).then(() => write(key, offset, part, network))
      const own = { stop: () => part.destroy(), ended: writing.catch(() => undefined) }
      arriving.set(file, own)
      try {
        return await writing
      } finally {
        if (arriving.get(file) === own) arriving.delete(file)
      }
    },
    async remove(key) {
      await stop(path(key))
      await release(key)
    },
    async removeStale() {
      await withStorage(() => removeStale(folder))
      unfinished.keepOnly([...(await uploadsIn(folder)), ...[...arriving.keys()].map((file) => basename(file))])
    },
  }
}

function nameOf({ uid, sha256 }: UploadKey): string {
  return `${accountPart(uid)}-${sha256}`
}

function accountPart(uid: string): string {
  return createHash('sha256').update(uid).digest('hex').slice(0, 32)
}

function accountPartOf(name: string): string {
  return name.slice(0, 32)
}

/** The names of uploads in a folder; the files of pictures that are being copied are in it too. */
async function uploadsIn(folder: string): Promise<string[]> {
  const names = await withStorage(() => readdir(folder))
  return names.filter((name) => /^[0-9a-f]{32}-[0-9a-f]{64}$/.test(name))
}

/** @returns the file's size at the end. */
async function appendTo(path: string, sizeBefore: number, chunks: AsyncIterable<Buffer>): Promise<number> {
  await using file = await withStorage(() => open(path, 'a', 0o600))
  return await writePhoto(file, chunks, sizeBefore)
}

/** Asked for each chunk: a hundred uploads that begin while there is room may be more than there is room for. */
async function* whileThereIsRoom(chunks: AsyncIterable<Buffer>, check: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await check()
    yield chunk
  }
}

/** What arrives. The connection is still needed for the answer: to read no further does not close it. */
async function* chunksOf(part: Readable): AsyncGenerator<Buffer> {
  try {
    yield* part.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw new ShopError('invalid-request', photoRules.interrupted, { cause })
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await withStorage(() => found(path)))?.size ?? 0
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await found(join(folder, name))
    if (file && Date.now() - file.mtimeMs > maxAgeMs) await rm(join(folder, name), { force: true })
  }
}

/** `undefined` when there is none. */
async function found(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
