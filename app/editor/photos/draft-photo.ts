import { maxPhotos } from '../../../src/domain/photo.ts'
import type { Photo } from '../../../src/domain/photo.ts'

/**
 * A photo of a piece that is not saved yet. What it has says how far it is: a `blob` alone is the file as it was picked;
 * with `sha256` (hexadecimal digits) it has been made smaller; with `photo` the shop has it, for a day if no piece does.
 */
export interface DraftPhoto {
  /** Known in this form alone. */
  readonly key: string
  /** Of the file; empty for a photo that the piece had before. */
  readonly name: string
  readonly blob?: Blob
  readonly sha256?: string
  readonly photo?: Photo
}

export type Photos = readonly DraftPhoto[]

/** Changes photos as they are when it is their turn: several may change at the same moment. */
export type ChangePhotos = (update: (photos: Photos) => Photos) => void

export function draftOfFile(file: File): DraftPhoto {
  const key = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return { key, name: file.name, blob: file }
}

export function draftOfPhoto(photo: Photo): DraftPhoto {
  return { key: photo.id, name: '', photo }
}

/** A photo that was kept for some time: whether the shop still has it is asked anew, as long as it could be sent again. */
export function askAnew({ photo, ...rest }: DraftPhoto): DraftPhoto {
  return rest.blob || !photo ? rest : { ...rest, photo }
}

/** How many more photos a piece may have. */
export function roomFor(photos: Photos): number {
  return Math.max(maxPhotos - photos.length, 0)
}

export function replacePhoto(photos: Photos, photo: DraftPhoto): Photos {
  return photos.map((each) => (each.key === photo.key ? photo : each))
}

export function removePhoto(photos: Photos, key: string): Photos {
  return photos.filter((photo) => photo.key !== key)
}

/** Puts a photo in another place; those between make room. */
export function movePhoto(photos: Photos, key: string, to: number): Photos {
  const moved = photos.find((photo) => photo.key === key)
  return moved ? removePhoto(photos, key).toSpliced(to, 0, moved) : photos
}
