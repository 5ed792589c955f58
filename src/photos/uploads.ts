import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'

import { isShopError, ShopError } from '../domain/errors.ts'
import { photoRules } from '../messages/messages.ts'
import { requireFreeSpace, type ReadDiskSpace } from './storage/free-space.ts'
import { withStorage } from './storage/storage-errors.ts'
import { createUnfinishedUploads } from './unfinished-uploads.ts'
import { writePhoto } from './write-photo.ts'

/** The sender, and the SHA-256 of the photo in hexadecimal. Each account has its own uploads. */
export interface UploadKey {
  readonly uid: string
  readonly sha256: string
}

/** Resumable uploads: received bytes are kept after a lost connection. */
export interface Uploads {
  /** How many bytes have arrived. Stops a part in progress: the client has lost that connection. */
  offset(key: UploadKey): Promise<number>

  /**
   * Appends a part. Bytes that arrive before the connection is lost are kept.
   *
   * @param network the part comes from: one network's uploads cannot block another's.
   * @returns how many bytes have arrived now.
   * @throws ShopError `upload-offset` when `offset` is not the current size, `body-too-large` as soon as the limit is
   *   exceeded (the upload is deleted then), `invalid-request` when the connection is lost, `too-many-requests` or
   *   `photos-busy` when there are too many uploads, `storage-unavailable`.
   */
  append(key: UploadKey, offset: number, part: Readable, network?: string): Promise<number>

  /** The file with the received bytes. */
  path(key: UploadKey): string

  /** Removes an upload that is finished or invalid. */
  remove(key: UploadKey): Promise<void>

  /** Removes uploads that were inactive for an hour. */
  removeStale(): Promise<void>
}

/** A part that is being written. */
interface PartInProgress {
  readonly stop: () => void
  readonly ended: Promise<unknown>
}

const maxAgeMs = 3_600_000

/**
 * Stores uploads as files in a folder that only this process writes to; it is created if missing. Uploads survive a
 * restart. They are not synced to disk: after a power cut the SHA-256 shows whether a file is intact.
 *
 * @param readSpace for tests of full disks.
 */
export async function openUploads(folder: string, readSpace?: ReadDiskSpace): Promise<Uploads> {
  await withStorage(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  const inProgress = new Map<string, PartInProgress>()
  const unfinished = createUnfinishedUploads(await uploadsIn(folder), accountPartOf)
  const path = (key: UploadKey) => join(folder, nameOf(key))

  const stop = async (file: string) => {
    const part = inProgress.get(file)
    part?.stop()
    await part?.ended
  }
  /** For an upload that has lost its slot. */
  const evict = async (name: string) => {
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
    const evicted = unfinished.reserve(nameOf(key), network)
    try {
      if (evicted !== undefined) await evict(evicted)
      return await appendTo(
        path(key),
        size,
        checkSpaceForEach(chunksOf(part), () => requireFreeSpace(folder, readSpace)),
      )
    } catch (error) {
      const isTooLarge = isShopError(error) && error.code === 'body-too-large'
      if (isTooLarge || (await sizeOf(path(key))) === 0) await release(key)
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
      inProgress.set(file, own)
      try {
        return await writing
      } finally {
        if (inProgress.get(file) === own) inProgress.delete(file)
      }
    },
    async remove(key) {
      await stop(path(key))
      await release(key)
    },
    async removeStale() {
      await withStorage(() => removeStale(folder))
      unfinished.retainOnly([...(await uploadsIn(folder)), ...[...inProgress.keys()].map((file) => basename(file))])
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

/** The names of uploads in a folder, which also contains remote images being copied. */
async function uploadsIn(folder: string): Promise<string[]> {
  const names = await withStorage(() => readdir(folder))
  return names.filter((name) => /^[0-9a-f]{32}-[0-9a-f]{64}$/.test(name))
}

/** @returns the file's size at the end. */
async function appendTo(path: string, sizeBefore: number, chunks: AsyncIterable<Buffer>): Promise<number> {
  await using file = await withStorage(() => open(path, 'a', 0o600))
  return await writePhoto(file, chunks, sizeBefore)
}

/** Checked for each chunk: a hundred uploads that start with enough space may fill the disk. */
async function* checkSpaceForEach(chunks: AsyncIterable<Buffer>, check: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await check()
    yield chunk
  }
}

/** The received chunks. Does not close the connection when reading stops early: the response still needs it. */
async function* chunksOf(part: Readable): AsyncGenerator<Buffer> {
  try {
    yield* part.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw new ShopError('invalid-request', photoRules.interrupted, { cause })
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await withStorage(() => statIfExists(path)))?.size ?? 0
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await statIfExists(join(folder, name))
    if (file && Date.now() - file.mtimeMs > maxAgeMs) await rm(join(folder, name), { force: true })
  }
}

/** `undefined` if there is no such file. */
async function statIfExists(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
