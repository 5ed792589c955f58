import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { checkDatabase } from '@stockinette/sqlite/backup.ts'
import { StartError } from '@stockinette/sqlite/errors.ts'

import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import { descriptionName } from '../../photos/trash.ts'
import { BackupError } from '../backup-error.ts'
import { findBackups, photosFolder, toBackupTime } from '../backup-folder.ts'
import { knownVersions } from '../databases.ts'
import type { CheckedBackup } from '../jobs.ts'
import { hashFile, readManifest, type BackedUpDatabase, type Manifest } from '../manifest.ts'
import { readItemPhotos } from './item-photos.ts'

/** Digests of photo files that were read already: backups share them. */
type Digests = Map<string, Promise<string | undefined>>

/** @throws BackupError when there is no complete backup; the reason of `signal`. */
export async function checkAll(path: string, signal: AbortSignal): Promise<CheckedBackup[]> {
  const { folder, complete } = await findBackups(path)
  const digests: Digests = new Map()
  const checked: CheckedBackup[] = []
  for (const name of complete) checked.push(await checkOne(join(folder, name), { digests, signal }))
  return checked
}

interface CheckOptions {
  readonly digests: Digests
  readonly signal: AbortSignal
}

async function checkOne(path: string, options: CheckOptions): Promise<CheckedBackup> {
  try {
    const manifest = await readManifest(path)
    const photos = await checkPhotoFiles(dirname(path), manifest, options)
    const problems = [
      ...(await Promise.all(manifest.databases.map((database) => checkBackedUpDatabase(path, database)))),
      ...photos.problems,
    ].filter((problem) => problem !== undefined)
    const bytes = [...manifest.databases, ...manifest.photoFiles].reduce((sum, { size }) => sum + size, 0)
    return {
      path,
      startedAt: new Date(manifest.startedAt),
      items: manifest.items,
      photoFiles: manifest.photoFiles.length,
      bytes,
      missingPhotos: manifest.missingPhotos.length,
      problems: problems.length > 0 ? problems : checkItemPhotos(path, manifest),
      damagedPhotos: photos.damaged,
    }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    const startedAt = toBackupTime(basename(path)) ?? new Date(NaN)
    const nothing = { items: 0, photoFiles: 0, bytes: 0, missingPhotos: 0, damagedPhotos: [] }
    return { path, startedAt, ...nothing, problems: [error.message] }
  }
}

async function checkBackedUpDatabase(
  backup: string,
  { name, version, sha256, size }: BackedUpDatabase,
): Promise<string | undefined> {
  const file = join(backup, name)
  const digest = await digestOf(file, size)
  if (digest === undefined) return `${file} is missing.`
  if (digest !== sha256) return `${file} is damaged.`
  if (version > knownVersions[name]) {
    return (
      `${file} was written by a newer version of the shop ` +
      `(data version ${version}; this one knows ${knownVersions[name]}). Use the newer version.`
    )
  }
  const found = check(file)
  if (found.problem !== undefined) return `${file} is damaged: ${found.problem}.`
  return found.version === version ? undefined : `${file} does not belong to this backup.`
}

function check(file: string): { version: number | undefined; problem: string | undefined } {
  try {
    return checkDatabase(file)
  } catch (error) {
    if (error instanceof StartError) return { version: undefined, problem: 'it is not a database' }
    throw error
  }
}

const advice =
  'The next backup stores it again if the shop still has this photo; if not, put it back from a copy of this folder.'

async function checkPhotoFiles(folder: string, { photoFiles }: Manifest, { digests, signal }: CheckOptions) {
  const problems: string[] = []
  const damaged: string[] = []
  for (const { name, sha256, size } of photoFiles) {
    signal.throwIfAborted()
    const file = join(folder, photosFolder, sha256)
    const known = digests.get(sha256) ?? digestOf(file, size)
    digests.set(sha256, known)
    const digest = await known
    if (digest === undefined) problems.push(`${file} (${name}) is missing. ${advice}`)
    else if (digest !== sha256) {
      problems.push(`${file} (${name}) is damaged. Remove it. ${advice}`)
      damaged.push(file)
    }
  }
  return { problems, damaged }
}

/** `undefined` when the file does not exist; any other digest than the right one when its size is wrong. */
async function digestOf(file: string, size: number): Promise<string | undefined> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  return found.size === size ? await hashFile(file) : 'another size'
}

/** Each photo that items use is in the manifest, or was missing in the shop as well. */
function checkItemPhotos(backup: string, { photoFiles, missingPhotos }: Manifest): string[] {
  const names = new Set(photoFiles.map(({ name }) => name))
  const known = new Set(missingPhotos)
  const { photoIds } = readItemPhotos(join(backup, itemsFile))
  const lost = photoIds.filter((id) => !names.has(descriptionName(id)) && !known.has(id))
  return lost.map((id) => `${backup} does not have the photo ${id}, which an item uses.`)
}
