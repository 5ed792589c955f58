import { Observable } from '../ui/observable.ts'
import { changedFields, mapFields, type Fields } from './changed-fields.ts'
import {
  deleteDraft,
  readDraft,
  saveDraftPhotos,
  saveDraftText,
  type DraftInput,
  type InitialInput,
  type StoredDraft,
} from './draft-store.ts'
import { randomId } from './random-id.ts'
import type { DraftPhoto } from './upload/photo-uploads.ts'

const noInput: InitialInput = { fields: {} }

/** The draft of one form: stores its input in the browser until the item is saved or the form is cleared. */
export class Draft {
  /** Whether the latest text and the latest photos are stored. */
  readonly isStored = new Observable({ text: true, photos: true })
  readonly #key: string
  #idempotencyKey: string | undefined
  #isRead = false
  /** Whether the draft is stored also without input: the next attempt to add the item needs its key. */
  #isAttempted = false
  /** The last deletion, until something is stored again: what refuses it may be known before the draft is deleted. */
  #deletion: object | undefined
  /** Of what is changed: what was there when it was changed first. */
  #initial: InitialInput = noInput
  /** Identifies this page in the drafts that it stores. */
  readonly #writer = randomId()

  /** @param key the draft's key in the browser's storage. */
  constructor(key: string) {
    this.#key = key
  }

  get isKept(): boolean {
    const { text, photos } = this.isStored.get()
    return text && photos
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
    this.#isAttempted ||= draft?.isAttempted === true
    this.#initial = draft?.initial ?? noInput
    this.#isRead = true
    return draft
  }

  /**
   * Loads the page again if another page has stored the draft while this one was in the back/forward cache: what is typed next
   * would overwrite it.
   */
  readonly reloadIfReplaced = async (): Promise<void> => {
    if (!this.#isRead || !this.isKept) return
    this.#isRead = false // Nothing is stored until it is known.
    const draft = await readDraft(this.#key).catch(() => undefined)
    if (draft && draft.writer !== this.#writer) location.reload()
    else this.#isRead = true
  }

  /**
   * @param fields those that differ from their initial values.
   * @param photos `undefined`: the initial ones.
   * @param now all initial values.
   * @returns when it is stored, or the browser has refused.
   */
  async storeText(fields: Fields, photos: readonly DraftPhoto[] | undefined, now: InitialInput): Promise<void> {
    if (!this.#isRead) return
    const { idempotencyKey } = this
    const before = this.#initial
    this.#initial = {
      fields: mapFields(fields, (name) => before.fields[name] ?? now.fields[name] ?? ''),
      photos: photos && (before.photos ?? now.photos),
    }
    const isAttempted = this.#isAttempted
    const draft = { fields, initial: this.#initial, idempotencyKey, isAttempted, writer: this.#writer }
    if (!isAttempted && Object.keys(fields).length === 0 && photos === undefined) await this.#deleteStored()
    else await this.#report('text', saveDraftText(this.#key, draft))
  }

  /** Stores the key with which an item is added without input. */
  storeAttempt(now: InitialInput): void {
    this.#isAttempted = true
    void this.storeText({}, undefined, now)
  }

  /** What was changed so far is saved: the initial values are those of the next change. */
  rebase(): void {
    this.#initial = noInput
  }

  /** The fields, and `photos`, that somebody else has changed since they were changed here. @param now all initial values. */
  changedElsewhere(now: InitialInput): Fields | undefined {
    const { fields, photos } = this.#initial
    const changed = changedFields(fields, now.fields)
    const all = photos && photos.join() !== now.photos?.join() ? { ...changed, photos: '' } : changed
    return Object.keys(all).length === 0 ? undefined : all
  }

  /** Stores the photos; {@link storeText} must be called too. */
  storePhotos(photos: readonly DraftPhoto[] | undefined): void {
    if (this.#isRead) void this.#report('photos', saveDraftPhotos(this.#key, photos))
  }

  /** Deletes the draft of a saved or cleared form. */
  delete(): Promise<void> {
    const deleted = this.#isRead ? this.#deleteStored() : Promise.resolve()
    this.useIdempotencyKey(undefined)
    this.#isAttempted = false
    this.#initial = noInput
    return deleted
  }

  /** Deletes the draft of a form that was left, if it still has this input: the form may be open again. */
  async deleteIf(input: DraftInput): Promise<void> {
    await deleteDraft(this.#key, this.idempotencyKey, input).catch(() => undefined)
  }

  /** Without storage, no draft can come back. */
  async #deleteStored(): Promise<void> {
    const deletion = {}
    this.#deletion = deletion
    await deleteDraft(this.#key, this.idempotencyKey).catch(() => undefined)
    if (this.#deletion === deletion) this.isStored.update({ text: true, photos: true })
  }

  async #report(part: 'text' | 'photos', storing: Promise<void>): Promise<void> {
    this.#deletion = undefined
    const isStored = await storing.then(
      () => true,
      () => false,
    )
    this.isStored.update({ [part]: isStored })
  }
}
