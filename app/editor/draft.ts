import { Observable } from '../ui/observable.ts'
import { deleteDraft, readDraft, saveDraftPhotos, saveDraftText, type StoredDraft } from './draft-store.ts'
import { randomId } from './random-id.ts'
import type { DraftPhoto } from './upload/photo-uploads.ts'

/** The draft of one form: stores its input in the browser until the item is saved or the form is cleared. */
export class Draft {
  /** Whether the latest text and the latest photos are stored. */
  readonly isStored = new Observable({ text: true, photos: true })
  readonly #key: string
  #idempotencyKey: string | undefined
  #isRead = false

  /** @param key the draft's key in the browser's storage. */
  constructor(key: string) {
    this.#key = key
  }

  /** The same for each attempt to save the item. */
  get idempotencyKey(): string {
    return (this.#idempotencyKey ??= randomId())
  }

  /** @param key of an item that was typed before; `undefined` makes the input a new item. */
  useIdempotencyKey(key: string | undefined): void {
    this.#idempotencyKey = key
  }

  /** The stored draft, if any. It must be restored at once: from now on it is overwritten. */
  async read(): Promise<StoredDraft | undefined> {
    const draft = await readDraft(this.#key).catch(() => undefined)
    this.#idempotencyKey ??= draft?.idempotencyKey
    this.#isRead = true
    return draft
  }

  /** @param fields those that differ from their initial values. @param photos `undefined`: the initial ones. */
  storeText(fields: Readonly<Record<string, string>>, photos: readonly DraftPhoto[] | undefined): void {
    if (!this.#isRead) return
    const { idempotencyKey } = this
    if (Object.keys(fields).length === 0 && photos === undefined) void this.#deleteStored()
    else void this.#report('text', saveDraftText(this.#key, { fields, idempotencyKey }))
  }

  /** Stores the photos; {@link storeText} must be called too. */
  storePhotos(photos: readonly DraftPhoto[] | undefined): void {
    if (this.#isRead) void this.#report('photos', saveDraftPhotos(this.#key, photos))
  }

  /** Deletes the draft of a saved or cleared form. */
  delete(): Promise<void> {
    const deleted = this.#isRead ? this.#deleteStored() : Promise.resolve()
    this.useIdempotencyKey(undefined)
    return deleted
  }

  /** Without storage, no draft can come back. */
  async #deleteStored(): Promise<void> {
    await this.#report(
      'text',
      deleteDraft(this.#key, this.idempotencyKey).catch(() => undefined),
    )
  }

  async #report(part: 'text' | 'photos', storing: Promise<void>): Promise<void> {
    const isStored = await storing.then(
      () => true,
      () => false,
    )
    this.isStored.update({ [part]: isStored })
  }
}
