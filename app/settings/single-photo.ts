import type { Photo } from '../../src/domain/photo.ts'
import { Draft } from '../editor/draft.ts'
import { PhotoUploads, type FormPhoto } from '../editor/upload/photo-uploads.ts'

/** A setting that is one photo or none: its upload and its draft. */
export class SinglePhoto {
  readonly uploads: PhotoUploads
  readonly draft: Draft

  /** @param onChange called when the photo is replaced or removed. */
  constructor(draftKey: string, onChange: () => void) {
    this.draft = new Draft(draftKey)
    this.uploads = new PhotoUploads(() => {
      this.#store()
      onChange()
    })
  }

  /** The photo that the form shows. */
  get current(): FormPhoto | undefined {
    return this.uploads.get().photos.at(-1)
  }

  /** Its id; until it is uploaded, a key that looks like one. */
  get id(): string | null {
    return this.uploads.ids.at(-1) ?? null
  }

  get isChanged(): boolean {
    return this.uploads.draft !== undefined
  }

  /** Sets the saved photo, which is shown unless another one was chosen. */
  setSaved(photo: Photo | null): void {
    this.uploads.setInitial(photo ? [photo] : [])
  }

  async restore(): Promise<void> {
    const stored = await this.draft.read()
    if (stored?.photos && !this.isChanged) this.uploads.restore(stored.photos)
  }

  readonly replace = (file: File): void => {
    this.remove()
    this.uploads.add([file])
  }

  readonly remove = (): void => {
    for (const { key } of this.uploads.get().photos) this.uploads.remove(key)
  }

  /** Goes back to the saved photo. @returns when the draft is deleted. */
  discard(): Promise<void> {
    this.uploads.reset()
    return this.draft.delete()
  }

  #store(): void {
    this.draft.storePhotos(this.uploads.draft)
    this.draft.storeText({}, this.uploads.draft)
  }
}
