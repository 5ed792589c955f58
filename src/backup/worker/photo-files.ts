import type { ListedFile, PhotoReader } from '../../photos/photo-store.ts'
import { descriptionName, photoIdOfFile } from '../../photos/trash.ts'

export interface FoundFiles {
  /** All files of these photos. */
  readonly files: readonly ListedFile[]
  /** Photos that do not exist. */
  readonly missing: readonly string[]
}

/** Finds the files of photos, those in the trash included. A file that is moved to the trash or back meanwhile is found. */
export async function findFiles(photos: PhotoReader, photoIds: readonly string[]): Promise<FoundFiles> {
  const wanted = new Set(photoIds)
  const found = new Map<string, ListedFile>()
  // The trash before and after, so that no file that moves in between is missed.
  const trashed = await Array.fromAsync(photos.trash.list())
  for (const files of [photos.list(), trashed, photos.trash.list()]) {
    for await (const file of files) {
      if (wanted.has(photoIdOfFile(file.name)) && !found.has(file.name)) found.set(file.name, file)
    }
  }
  return { files: [...found.values()], missing: photoIds.filter((id) => !found.has(descriptionName(id))) }
}

/** `undefined` when there is no such file. It may be moved to the trash, or back, meanwhile. */
export async function readPhotoFile(photos: PhotoReader, name: string): Promise<Uint8Array | undefined> {
  return (await photos.get(name)) ?? (await photos.trash.get(name)) ?? (await photos.get(name))
}
