import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { checkDatabase } from '@stockinette/sqlite/backup.ts'
import { describeDiskFailure, toDiskFailure } from '@stockinette/sqlite/disk-failure.ts'
import { StartError } from '@stockinette/sqlite/errors.ts'

import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import { descriptionName } from '../../photos/trash.ts'
import { BackupError } from '../backup-error.ts'
import { findBackups, photosFolder, toBackupTime } from '../backup-folder.ts'
import { knownVersions } from '../databases.ts'
import type { CheckedBackup } from '../jobs.ts'
import { hashFile, readManifest, type BackedUpDatabase, type BackedUpPhotoFile, type Manifest } from '../manifest.ts'
import { readItemPhotos } from './item-photos.ts'

/** What is wrong with a file. */
type FileProblem = 'is missing' | 'is damaged' | `cannot be read: ${string}`

/** The problems of photo files that were read already, by digest: backups share them. */
type PhotoProblems = Map<string, Promise<FileProblem | undefined>>

/** @throws BackupError when there is no complete backup; the reason of `signal`. */
export async function checkAll(path: string, signal: AbortSignal): Promise<CheckedBackup[]> {
  const { folder, complete } = await findBackups(path)
  const known: PhotoProblems = new Map()
  const checked: CheckedBackup[] = []
  for (const name of complete) checked.push(await checkOne(join(folder, name), { known, signal }))
  // Old ones may have been removed meanwhile, and `path` may be a link that leads elsewhere by now.
  const { complete: left } = await findBackups(complete.length === 1 ? join(folder, ...complete) : folder)
  return checked.filter((each) => left.includes(basename(each.path)))
}

interface CheckOptions {
  readonly known: PhotoProblems
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

async function checkBackedUpDatabase(backup: string, database: BackedUpDatabase): Promise<string | undefined> {
  const { name, version } = database
  const file = join(backup, name)
  const problem = await findProblem(file, database)
  if (problem !== undefined) return `${file} ${problem}.`
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

function adviceOn(problem: FileProblem): string {
  if (problem === 'is missing') return ` ${advice}`
  return problem === 'is damaged' ? ` Remove it. ${advice}` : ''
}

async function checkPhotoFiles(folder: string, { photoFiles }: Manifest, { known, signal }: CheckOptions) {
  const problems: string[] = []
  const damaged: string[] = []
  for (const photo of photoFiles) {
    signal.throwIfAborted()
    const file = join(folder, photosFolder, photo.sha256)
    const problem = await known.getOrInsertComputed(photo.sha256, () => findProblem(file, photo))
    if (problem !== undefined) problems.push(`${file} (${photo.name}) ${problem}.${adviceOn(problem)}`)
    if (problem === 'is damaged') damaged.push(file)
  }
  return { problems, damaged }
}

/** `undefined` when the file has the size and the digest of the manifest. */
async function findProblem(
  file: string,
  { size, sha256 }: Pick<BackedUpPhotoFile, 'size' | 'sha256'>,
): Promise<FileProblem | undefined> {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found === undefined) return 'is missing'
    return found.size === size && (await hashFile(file)) === sha256 ? undefined : 'is damaged'
  } catch (error) {
    if (toDiskFailure(error) === undefined) throw error
    return `cannot be read: ${describeDiskFailure(error)}`
  }
}

/** Each photo that items use is in the manifest, or was missing in the shop as well. */
function checkItemPhotos(backup: string, { photoFiles, missingPhotos }: Manifest): string[] {
  const names = new Set(photoFiles.map(({ name }) => name))
  const known = new Set(missingPhotos)
  const { photoIds } = readItemPhotos(join(backup, itemsFile))
  const lost = photoIds.filter((id) => !names.has(descriptionName(id)) && !known.has(id))
  return lost.map((id) => `${backup} does not have the photo ${id}, which an item uses.`)
}
