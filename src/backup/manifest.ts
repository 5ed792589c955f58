import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { writeDurably } from '@stockinette/sqlite/files.ts'
import { z } from 'zod'

import { isFileName } from '../photos/photo-store.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { databaseNames } from './databases.ts'

/** The file that completes a backup. */
export const manifestFile = 'manifest.json'

/** Changes when a program that knows the previous format can no longer read a backup. */
const format = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().nonnegative()
const time = z.iso.datetime()

const databaseShape = z.object({
  name: z.enum(databaseNames),
  /** How many migrations have run on it. */
  version: count,
  size: count,
  sha256,
})

const photoFileShape = z.object({
  /** Its name in the photo store. */
  name: z.string().refine(isFileName),
  size: count,
  sha256,
  /** When it was stored in the shop, in milliseconds since 1970: an unchanged file need not be read again. */
  modifiedAt: z.int(),
})

const manifestShape = z.object({
  format: z.literal(format),
  startedAt: time,
  finishedAt: time,
  /** How many items there are, hidden and removed ones included. */
  items: count,
  databases: z.array(databaseShape).length(2),
  /** Each is stored as `photos/<sha256>` in the backup folder. */
  photoFiles: z.array(photoFileShape),
  /** Photos that items use and of which a file was neither in the shop nor in an earlier backup. */
  missingPhotos: z.array(z.string()),
})

/** What a backup consists of. */
export type Manifest = Readonly<z.infer<typeof manifestShape>>
export type BackedUpDatabase = Readonly<z.infer<typeof databaseShape>>
export type BackedUpPhotoFile = Readonly<z.infer<typeof photoFileShape>>

/** The file: the digest is of the JSON of `manifest`, so that a change of the manifest itself is found too. */
const fileShape = z.object({ sha256, manifest: z.unknown() })

function digestOf(manifest: unknown): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

/** Writes the manifest atomically. Everything that it names must be durable. */
export function writeManifest(backup: string, content: Omit<Manifest, 'format'>): void {
  const manifest: Manifest = { format, ...content }
  writeDurably(join(backup, manifestFile), `${JSON.stringify({ sha256: digestOf(manifest), manifest })}\n`)
}

/**
 * Reads the manifest of a backup.
 *
 * @throws BackupError when it is missing, damaged or in a newer format.
 */
export async function readManifest(backup: string): Promise<Manifest> {
  const path = join(backup, manifestFile)
  const { sha256: digest, manifest } = parseFile(path, await readText(backup, path))
  if (digestOf(manifest) !== digest) throw damaged(path)
  const found = z.object({ format: z.int() }).safeParse(manifest).data?.format ?? format
  if (found > format) {
    throw new BackupError(
      `${backup} was made by a newer version of the shop (format ${found}; this one knows ${format}). Use the newer version.`,
    )
  }
  const { data } = manifestShape.safeParse(manifest)
  if (data === undefined) throw damaged(path)
  return data
}

/** As `readManifest`; `undefined` when it cannot be read: another backup can do without it. */
export async function findManifest(backup: string): Promise<Manifest | undefined> {
  try {
    return await readManifest(backup)
  } catch (error) {
    if (error instanceof BackupError) return undefined
    throw error
  }
}

async function readText(backup: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw toBackupError(error, path, 'reading')
    throw new BackupError(`${backup} is incomplete: it was interrupted. Use another backup.`, { cause: error })
  }
}

function parseFile(path: string, text: string): { sha256: string; manifest?: unknown } {
  try {
    return fileShape.parse(JSON.parse(text))
  } catch (error) {
    throw damaged(path, error)
  }
}

function damaged(path: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged. Use another backup.`, { cause })
}

/** The SHA-256 of a file, in hexadecimal. Rejects with the system's error. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
