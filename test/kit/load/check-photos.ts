import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { previewUrl, srcset } from '../../../src/domain/photo.ts'
import type { ManagedItem } from '../manage-client.ts'
import { sha256Of, type SentPhoto } from '../photos/photos.ts'
import type { Verification, VerifyOptions } from './verification.ts'
import type { StoredPhoto, Writer } from './writer.ts'

/**
 * Loads every file of the latest photos; if `latest` is infinite, of all photos, those of unanswered uploads and those of
 * items included. A file must decode the first time, and have the same bytes afterwards.
 */
export async function checkPhotos(
  writer: Writer,
  items: readonly ManagedItem[],
  { url, dataDir, latest = Infinity, photoFiles }: VerifyOptions,
  found: Verification,
): Promise<void> {
  await settleUploads(writer, latest, found.lost)
  const known = new Map(writer.photos.map(({ acknowledged, files }) => [acknowledged?.id, files]))
  const photos = new Map<string, StoredPhoto>()
  for (const { acknowledged } of writer.photos.slice(-latest))
    if (acknowledged) photos.set(acknowledged.id, acknowledged)
  if (latest === Infinity) {
    for (const photo of [...(await describedPhotos(dataDir)), ...items.flatMap(photosOf)]) photos.set(photo.id, photo)
  }
  for (const photo of photos.values()) {
    const files = known.get(photo.id) ?? new Map(photoFiles)
    for (const path of pathsOf(photo)) {
      const problem = await checkFile(url, path, files)
      if (problem !== undefined) found.halfPhotos.push(problem)
    }
  }
}

/**
 * Asks for the latest photos and those without an answer, which may be there or not, as in a copy that may be older than the
 * photo. Those that are not there can be uploaded again.
 */
async function settleUploads(writer: Writer, latest: number, lost: string[]): Promise<void> {
  const unanswered = writer.photos.filter(({ acknowledged }) => acknowledged === undefined)
  for (const photo of new Set([...unanswered, ...writer.photos.slice(-latest)])) {
    const answer = await writer.call(writer.owners[0], 'GET', `/api/photos/${photo.sha256}`)
    if (answer.status === 200) photo.settle((await answer.json()) as SentPhoto)
    else if (photo.states.includes(undefined)) photo.settle(undefined)
    else lost.push(`photo: ${JSON.stringify(photo.acknowledged)}: ${answer.status}`)
  }
}

export function photosOf(item: ManagedItem): readonly StoredPhoto[] {
  return item['photos'] as readonly StoredPhoto[]
}

function pathsOf(photo: StoredPhoto): string[] {
  const sets = (['avif', 'webp'] as const).map((format) => srcset(photo, format))
  return [...sets.flatMap((set) => set.split(', ').map((each) => each.split(' ')[0] ?? '')), previewUrl(photo.id)]
}

/** @returns what is wrong with the file. @param files SHA-256 by path of the files that were loaded before. */
async function checkFile(url: string, path: string, files: Map<string, string>): Promise<string | undefined> {
  const answer = await fetch(url + path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) return `${path}: ${answer.status}`
  const digest = sha256Of(bytes)
  const before = files.get(path)
  if (before === undefined) {
    try {
      await sharp(bytes, { failOn: 'truncated' }).stats()
    } catch (error) {
      return `${path}: ${String(error)}`
    }
  }
  files.set(path, digest)
  return before === undefined || before === digest ? undefined : `${path} has changed.`
}

/** The photos that have a description in the data folder: those that the shop serves. */
async function describedPhotos(dataDir: string): Promise<StoredPhoto[]> {
  const folder = join(dataDir, 'photos')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredPhoto))
}
