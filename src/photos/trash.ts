import { photoWidths, type PhotoFiles } from '../domain/photo.ts'
import type { ListedFile, PhotoStore } from './photo-store.ts'

/**
 * Name of the file that describes a photo. It is written last: without it, the photo does not exist. Exported for the
 * bench.
 */
export function descriptionName(id: string): string {
  return `${id}.json`
}

/** The names of all files of a photo. */
export function fileNamesOf({ id, width }: PhotoFiles): string[] {
  const pictures = photoWidths(width).flatMap((each) => [`${id}-${each}.avif`, `${id}-${each}.webp`])
  return [descriptionName(id), `${id}.jpg`, ...pictures]
}

/** The id of the photo that a file belongs to. */
export function photoIdOfFile(name: string): string {
  return name.slice(0, 32)
}

/** The files of a photo that are old enough. */
interface OldFiles {
  readonly id: string
  /** As listed: a photo that is uploaded again, or restored and removed again, meanwhile has the same ones. */
  readonly names: readonly string[]
  readonly before: Date
}

/**
 * Moves the files of a photo to the trash, unless one was written since `before`.
 *
 * @returns whether they were moved.
 */
export async function moveToTrash(store: PhotoStore, { id, names, before }: OldFiles): Promise<boolean> {
  const description = descriptionName(id)
  for (const name of new Set([description, ...names])) {
    const modifiedAt = await store.modifiedAt(name)
    if (modifiedAt !== undefined && modifiedAt >= before) return false
  }
  // The description first: nobody may see half a photo.
  await store.trash.add(description)
  for (const name of names) await store.trash.add(name)
  return names.length > 0
}

/**
 * Restores what the trash has of a photo, the description last. That may be a part of it: another process may have been moving
 * the photo while this one restored it.
 *
 * @param names of its files, as listed; if omitted, the trash is listed.
 * @returns whether there was anything.
 */
export async function restoreFromTrash({ trash }: PhotoStore, id: string, names?: readonly string[]): Promise<boolean> {
  const files = await Array.fromAsync(trash.list(id, names))
  for (const name of descriptionFirst(id, files).toReversed()) await trash.restore(name)
  return files.length > 0
}

/**
 * Deletes the files of a photo from the trash, unless one was moved there since `before`. The description is the first: if another
 * process restores the photo meanwhile, it finds all of it, or no photo.
 *
 * @returns whether they were deleted.
 */
export async function deleteTrashed({ trash }: PhotoStore, { id, names, before }: OldFiles): Promise<boolean> {
  const files = await Array.fromAsync(trash.list(id, names))
  if (files.length === 0 || files.some(({ modifiedAt }) => modifiedAt >= before)) return false
  for (const name of descriptionFirst(id, files)) await trash.remove(name)
  return true
}

function descriptionFirst(id: string, files: readonly ListedFile[]): string[] {
  const description = descriptionName(id)
  const names = files.map(({ name }) => name)
  return [...names.filter((name) => name === description), ...names.filter((name) => name !== description)]
}
