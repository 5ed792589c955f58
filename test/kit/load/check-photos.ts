import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { previewUrl, srcset } from '../../../src/domain/photo.ts'
import { sha256Of, type SentPhoto } from '../photos/photos.ts'
import type { Verification, VerifyOptions } from './verification.ts'
import type { PhotoEntry, StoredPhoto, Writer } from './writer.ts'

/**
 * Loads every file of the latest photos, and of all photos if `latest` is infinite, those of unanswered uploads included.
 * A file must decode the first time, and have the same bytes afterwards.
 */
export async function checkPhotos(writer: Writer, options: VerifyOptions, found: Verification): Promise<void> {
  const { url, dataDir, latest = Infinity } = options
  await settleUploads(writer, found.lost)
  const load = async (photo: StoredPhoto, files: Map<string, string>) => {
    for (const path of pathsOf(photo)) {
      const problem = await checkFile(url, path, files)
      if (problem !== undefined) found.halfPhotos.push(problem)
    }
  }
  for (const { acknowledged, files } of writer.photos.slice(-latest)) if (acknowledged) await load(acknowledged, files)
  if (latest !== Infinity) return
  const known = new Map(writer.photos.map(({ acknowledged, files }) => [acknowledged?.id, files]))
  for (const photo of await describedPhotos(dataDir)) if (!known.has(photo.id)) await load(photo, new Map())
}

/** An upload without an answer is there or not. Either way it can be sent again. */
async function settleUploads(writer: Writer, lost: string[]): Promise<void> {
  for (const photo of writer.photos.filter(({ acknowledged }) => acknowledged === undefined)) {
    const answer = await askFor(writer, photo)
    if (answer.status === 200) photo.resolve((await answer.json()) as SentPhoto)
  }
  const known = writer.photos.filter(({ acknowledged }) => acknowledged !== undefined)
  writer.photos.splice(0, writer.photos.length, ...known)
  for (const photo of known.slice(-1)) {
    const answer = await askFor(writer, photo)
    if (answer.status !== 200) lost.push(`photo: ${JSON.stringify(photo.acknowledged)}: ${answer.status}`)
  }
}

async function askFor(writer: Writer, { bytes }: PhotoEntry): Promise<Response> {
  return writer.call(writer.owners[0], 'GET', `/api/photos/${sha256Of(bytes)}`)
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
