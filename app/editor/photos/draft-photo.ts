import { maxPhotos, type Photo } from '../../../src/domain/photo.ts'

/**
 * A photo in the form. Its properties tell its stage: with `blob` alone it is the picked file; with `sha256` (hexadecimal
 * digits) it is resized; with `photo` it is uploaded (the shop deletes a photo that no item uses after a day).
 */
export interface DraftPhoto {
  /** Identifies the photo in this form. */
  readonly key: string
  /** The file's name; empty for a photo that the item had before. */
  readonly name: string
  readonly blob?: Blob
  readonly sha256?: string
  readonly photo?: Photo
}

export type Photos = readonly DraftPhoto[]

/** Updates the latest photos: several updates may happen at the same time. */
export type ChangePhotos = (update: (photos: Photos) => Photos) => void

export function draftFromFile(file: File): DraftPhoto {
  const key = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return { key, name: file.name, blob: file }
}

export function draftFromPhoto(photo: Photo): DraftPhoto {
  return { key: photo.id, name: '', photo }
}

/** A photo of a restored draft: checks the upload again, unless the file is missing. */
export function recheckUpload({ photo, ...rest }: DraftPhoto): DraftPhoto {
  return rest.blob || !photo ? rest : { ...rest, photo }
}

/** How many more photos can be added. */
export function remainingSlots(photos: Photos): number {
  return Math.max(maxPhotos - photos.length, 0)
}

export function replacePhoto(photos: Photos, photo: DraftPhoto): Photos {
  return photos.map((each) => (each.key === photo.key ? photo : each))
}

export function removePhoto(photos: Photos, key: string): Photos {
  return photos.filter((photo) => photo.key !== key)
}

/** Moves a photo to another position. */
export function movePhoto(photos: Photos, key: string, to: number): Photos {
  const moved = photos.find((photo) => photo.key === key)
  return moved ? removePhoto(photos, key).toSpliced(to, 0, moved) : photos
}
