import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import sharp from 'sharp'

import { isShopError } from '../domain/errors.ts'
import { Encoder } from './encoder/encoder.ts'
import { PhotoLibrary, type PhotoUses } from './photo-library.ts'
import { openDiskStore } from './storage/disk-store.ts'

export const dayMs = 24 * 3_600_000

interface LibraryOptions {
  readonly uses?: PhotoUses
  /** One that the caller closes, to share its process; by default one of its own. */
  readonly encoder?: Encoder
}

/** A library of photos on disk, without photos. */
export async function openLibrary(t: TestContext, { uses = usesOf(), encoder = openEncoder(t) }: LibraryOptions = {}) {
  const dataDir = temporaryFolder(t)
  const folder = join(dataDir, 'photos')
  const store = await openDiskStore(folder)
  const library = new PhotoLibrary({ store, encoder, uses })
  return {
    dataDir,
    folder,
    store,
    encoder,
    library,
    uses,
    add: async (color: string) => library.add(await drawPhoto(dataDir, color)),
    age: (id: string, ms: number) => ageFiles(folder, ms, id),
  }
}

function openEncoder(t: TestContext): Encoder {
  const encoder = new Encoder()
  t.after(() => encoder.close())
  return encoder
}

/** The uses of photos by items. */
export function usesOf(...used: string[]): PhotoUses {
  return { usedPhotos: async (ids) => new Set(used.filter((id) => ids.includes(id))) }
}

/** Writes a photo of one colour to a file in a folder, and returns its path. */
export async function drawPhoto(folder: string, color = '#a00', width = 100): Promise<string> {
  const path = join(folder, `photo ${color} ${width}`)
  const picture = sharp({ create: { width, height: 100, channels: 3, background: color } })
  await writeFile(path, await picture.png().toBuffer())
  return path
}

/** Makes the files in a folder whose names start with `prefix` this old. */
export async function ageFiles(folder: string, ms: number, prefix = ''): Promise<void> {
  const then = new Date(Date.now() - ms)
  for (const name of await readdir(folder)) if (name.startsWith(prefix)) await utimes(join(folder, name), then, then)
}

/** How many promises have each outcome: `done`, or the code of a ShopError. */
export async function countOutcomes(promises: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const each of await Promise.allSettled(promises)) {
    const outcome = each.status === 'fulfilled' ? 'done' : failureOf(each.reason)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

function failureOf(error: unknown): string {
  return isShopError(error) ? error.code : String(error)
}
