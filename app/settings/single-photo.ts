import type { Photo } from '../../src/domain/photo.ts'
import type { InitialInput } from '../editor/draft-store.ts'
import { Draft } from '../editor/draft.ts'
import { PhotoUploads, type FormPhoto } from '../editor/upload/photo-uploads.ts'

interface SinglePhotoListener {
  /** The photo was replaced or removed, or another one is being read. */
  readonly onChange: () => void
  /** The photo is another one from now on, or none. */
  readonly onReplaced: () => void
}

/** A setting that is one photo or none: its upload and its draft. */
export class SinglePhoto {
  readonly uploads: PhotoUploads
  readonly draft: Draft
  readonly #listener: SinglePhotoListener

  constructor(draftKey: string, listener: SinglePhotoListener) {
    this.#listener = listener
    this.draft = new Draft(draftKey)
    this.uploads = new PhotoUploads(() => {
      this.#store()
      listener.onChange()
    })
    this.uploads.subscribe(() => this.#removeReplaced())
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

  /** Whether somebody else has replaced or removed the saved photo since another one was chosen here. */
  get isChangedElsewhere(): boolean {
    return this.draft.changedElsewhere(this.#initial) !== undefined
  }

  async restore(): Promise<void> {
    const stored = await this.draft.read()
    if (stored?.photos && !this.isChanged) this.uploads.restore(stored.photos)
  }

  /** The photo before it stays until this one turns out to be a picture. */
  readonly replace = (file: File): void => this.uploads.add([file])

  readonly remove = (): void => {
    this.#remove(this.uploads.get().photos)
    this.#listener.onReplaced()
  }

  /** Goes back to the saved photo. @returns when the draft is deleted. */
  discard(): Promise<void> {
    this.uploads.reset()
    return this.draft.delete()
  }

  /** The photo with this id is saved; another one that was chosen meanwhile stays, to be saved next. @returns as discard. */
  async rebase(savedId: string | null): Promise<void> {
    if (this.id === savedId) return this.discard()
    this.draft.rebase()
    this.#store()
  }

  get #initial(): InitialInput {
    return { fields: {}, photos: this.uploads.initialKeys }
  }

  #removeReplaced(): void {
    const photos = this.uploads.get().photos
    if (photos.length < 2 || !photos.at(-1)?.resized) return
    this.#remove(photos.slice(0, -1))
    this.#listener.onReplaced()
  }

  #remove(photos: readonly FormPhoto[]): void {
    for (const { key } of photos) this.uploads.remove(key)
  }

  #store(): void {
    this.draft.storePhotos(this.uploads.draft)
    void this.draft.storeText({}, this.uploads.draft, this.#initial)
  }
}
