import { descriptionName, photoIdOfFile } from '../../photos/trash.ts'
import type { PhotoSource, SourceFile } from '../photo-source.ts'

export interface FoundFiles {
  /** All files of these photos. */
  readonly files: readonly SourceFile[]
  /** Photos that do not exist. */
  readonly missing: readonly string[]
}

/** Finds the files of photos. A file that is moved to the trash or back meanwhile is found. */
export async function findFiles(photos: PhotoSource, photoIds: readonly string[]): Promise<FoundFiles> {
  const wanted = new Set(photoIds)
  const found = new Map<string, SourceFile>()
  for await (const part of photos.list()) {
    for (const file of part) if (wanted.has(photoIdOfFile(file.name))) found.set(file.name, file)
  }
  return { files: [...found.values()], missing: photoIds.filter((id) => !found.has(descriptionName(id))) }
}
