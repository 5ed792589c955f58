import { isInvalidItem, type InvalidItemError } from '../../src/domain/item-problem.ts'
import { parseNewItem, type ItemRequest } from '../../src/domain/item.ts'
import type { Photo } from '../../src/domain/photo.ts'
import { describeInvalidItem } from '../../src/messages/describe-item-problem.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { errorMessage, FieldsError } from '../api/localized-error.ts'
import { leaveTimeoutMs, withTimeout } from '../api/timeouts.ts'
import { Observable } from '../ui/observable.ts'
import { AlreadyAddedError } from './add-item.ts'
import { changedFields, restoreFields, setInitialFields } from './changed-fields.ts'
import { Draft } from './draft.ts'
import { PhotoUploads } from './upload/photo-uploads.ts'

type Fields = Readonly<Record<string, string>>

export interface FormState {
  readonly isSaving: boolean
  readonly alert?: FormAlert | undefined
  /** By the field's name. */
  readonly errors: Fields
  readonly imageUrl: string
}

interface FormAlert {
  readonly message: string
  /** Saving failed for a reason outside the form, and the draft is stored. */
  readonly isStored?: boolean
  /** The item exists already; the input can be saved as another one. */
  readonly alreadyAdded?: AlreadyAddedError
}

export interface SaveOptions {
  /**
   * Saves the item. Rejects with an error for `errorMessage`; may resolve with the path to continue at.
   *
   * @param idempotencyKey the same for each attempt to save the same item.
   */
  readonly onSave: (item: ItemRequest, idempotencyKey: string) => Promise<string | void>
  /** Why the form cannot be saved yet. */
  readonly blockedReason: string | undefined
  readonly messages: BrowserMessages
  /** Describes a failure to save. */
  readonly failed: (message: string) => string
}

/** The form of an item. The draft is deleted only when the item is saved or the form is cleared. */
export class ItemFormController extends Observable<FormState> {
  readonly photos = new PhotoUploads(() => this.#storePhotos())
  readonly draft: Draft
  #form: HTMLFormElement | undefined

  constructor(draftKey: string) {
    super({ isSaving: false, errors: {}, imageUrl: '' })
    this.draft = new Draft(draftKey)
  }

  /** Restores the draft into the form, and uploads its photos until the returned function is called. */
  readonly attach = (form: HTMLFormElement): (() => void) => {
    this.#form = form
    void this.#restore(form)
    const stop = this.photos.start()
    return () => {
      stop()
      this.#form = undefined
    }
  }

  /** Sets the initial values; input stays. */
  setInitial(fields: Fields, photos: readonly Photo[]): void {
    this.photos.setInitial(photos)
    if (this.#form) setInitialFields(this.#form, fields)
    this.onInput()
  }

  readonly onInput = (): void => {
    if (!this.#form) return
    this.draft.storeText(changedFields(this.#form), this.photos.draft)
    this.update({ imageUrl: imageUrlOf(this.#form) })
  }

  /** @returns when the draft is deleted. */
  readonly clear = (): Promise<void> => {
    const deleted = this.draft.delete()
    this.photos.reset()
    this.#form?.reset()
    this.update({ errors: {}, alert: undefined, imageUrl: this.#form ? imageUrlOf(this.#form) : '' })
    return deleted
  }

  /** Saves the input of an item that exists already as another item. */
  readonly addAnother = (): void => {
    this.draft.renewIdempotencyKey()
    this.onInput()
    this.#form?.requestSubmit()
  }

  async save(form: HTMLFormElement, { onSave, blockedReason, messages, failed }: SaveOptions): Promise<void> {
    if (this.get().isSaving) return
    this.update({ alert: undefined, errors: {} })
    if (blockedReason !== undefined) return this.#fail(blockedReason)
    const parse = () => parseNewItem({ ...fieldsOf(form), photos: this.photos.ids })

    this.update({ isSaving: true })
    try {
      parse() // Reports invalid fields before waiting for uploads.
      await this.photos.settled(messages)
      const next = await onSave(parse(), this.draft.idempotencyKey)
      await withTimeout(leaveTimeoutMs, this.clear())
      if (next !== undefined) location.assign(next)
    } catch (error) {
      const message = errorMessage(error, messages)
      if (error instanceof AlreadyAddedError) this.update({ alert: { message, alreadyAdded: error } })
      else if (error instanceof FieldsError) this.#fail(message, error.fields)
      else if (isInvalidItem(error)) this.#failInvalid(error, messages)
      else this.update({ alert: { message: failed(message), isStored: true } })
    }
    this.update({ isSaving: false })
  }

  async #restore(form: HTMLFormElement): Promise<void> {
    const draft = await this.draft.read()
    if (this.#form !== form) return
    if (draft) restoreFields(form, draft.fields)
    if (draft?.photos) this.photos.restore(draft.photos)
    else if (this.photos.draft) this.#storePhotos()
    this.onInput() // Also stores input from before hydration.
  }

  #storePhotos(): void {
    this.draft.storePhotos(this.photos.draft)
    this.onInput()
  }

  #failInvalid(error: InvalidItemError, messages: BrowserMessages): void {
    const { message, fields } = describeInvalidItem(error, messages)
    this.#fail(message, fields)
  }

  #fail(message: string, errors: Fields = {}): void {
    this.update({ alert: { message }, errors })
    const [first] = Object.keys(errors)
    if (first !== undefined) (this.#form?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }
}

/** The form has no file fields: each value is a string. */
function fieldsOf(form: HTMLFormElement): Fields {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

function imageUrlOf(form: HTMLFormElement): string {
  return fieldsOf(form)['imageUrl']?.trim() ?? ''
}
