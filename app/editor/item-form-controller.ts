import { isInvalidInput } from '../../src/domain/invalid-input.ts'
import { parseNewItem, type ItemRequest } from '../../src/domain/item.ts'
import { focusField, type Focus } from '../../src/domain/item/focus.ts'
import type { Photo } from '../../src/domain/photo.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { errorMessage, FieldsError, LocalizedError } from '../api/localized-error.ts'
import { leaveTimeoutMs, withTimeout } from '../api/timeouts.ts'
import { waitUntilOnline } from '../api/wait-before-retry.ts'
import { Observable } from '../ui/observable.ts'
import { AlreadyAddedError } from './add-item.ts'
import { changedFields, type Fields } from './changed-fields.ts'
import { Draft } from './draft.ts'
import { initialValuesOf, restoreFields, setInitialFields, valuesOf } from './form-inputs.ts'
import { describeProblems, findProblems, firstFieldOf } from './form-problems.ts'
import { PhotoUploads } from './upload/photo-uploads.ts'

export interface FormState {
  readonly isSaving: boolean
  /** Saving waits for a connection. */
  readonly isWaiting: boolean
  readonly alert?: FormAlert | undefined
  /** By the field's name. */
  readonly errors: Fields
  /** Every value, by the field's name. */
  readonly values: Fields
  /** The form was cleared, which can be undone, or that was undone; until something is typed. */
  readonly cleared?: 'cleared' | 'restored' | undefined
}

interface FormAlert {
  readonly message: string
  /** It goes away when the input is valid. */
  readonly isInvalid?: boolean
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
  /** The picture that the focus was chosen for; `undefined` while the form is filled in. */
  #cover: string | undefined
  /** Brings back what was cleared. */
  #undo: (() => void) | undefined
  /** The fields whose errors go away when they are valid, and the texts for that. */
  #invalid: { readonly names: readonly string[]; readonly messages: BrowserMessages } | undefined

  constructor(draftKey: string) {
    super({ isSaving: false, isWaiting: false, errors: {}, values: {} })
    this.draft = new Draft(draftKey)
    this.photos.subscribe(() => this.#removeOldErrors())
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
    this.#cover = undefined
    this.photos.setInitial(photos)
    if (this.#form) setInitialFields(this.#form, fields)
    this.onInput()
  }

  /** Stores the input. A focus that was chosen for another cover is removed. */
  readonly onInput = (): void => {
    const form = this.#form
    if (!form) return
    const cover = this.photos.get().photos[0]?.key ?? valuesOf(form)['imageUrl']?.trim() ?? ''
    if (this.#cover !== undefined && this.#cover !== cover) setFocusValue(form, '')
    this.#cover = cover
    const changed = changedFields(initialValuesOf(form), valuesOf(form))
    this.draft.storeText(changed, this.photos.draft)
    this.update({ values: valuesOf(form) })
    if (Object.keys(changed).length > 0 || this.photos.draft) this.#forgetCleared()
    this.#removeOldErrors()
  }

  setFocus(focus: Focus): void {
    if (this.#form) setFocusValue(this.#form, focusField.format(focus))
    this.onInput()
  }

  /** Empties the form, which can be undone until something is typed. */
  readonly clear = (): void => {
    if (!this.#form) return
    const fields = changedFields(initialValuesOf(this.#form), valuesOf(this.#form))
    const { idempotencyKey } = this.draft
    const isEmpty = Object.keys(fields).length === 0 && this.photos.draft === undefined
    const { restorePhotos } = this.#reset()
    if (isEmpty) return
    this.#undo = () => {
      this.#cover = undefined
      this.draft.useIdempotencyKey(idempotencyKey)
      if (this.#form) restoreFields(this.#form, fields)
      restorePhotos()
    }
    this.update({ cleared: 'cleared' })
  }

  /** Brings back what was cleared. It is the same item as before: an attempt may have saved it. */
  readonly undoClear = (): void => {
    this.#undo?.()
    this.update({ cleared: 'restored' })
  }

  /** Leaves the form without its input. @returns when the draft is deleted. */
  readonly discard = (): Promise<void> => this.#reset().deleted

  /** Saves the input of an item that exists already as another item. */
  readonly addAnother = (): void => {
    this.draft.useIdempotencyKey(undefined)
    this.onInput()
    this.#form?.requestSubmit()
  }

  async save(form: HTMLFormElement, { onSave, blockedReason, messages, failed }: SaveOptions): Promise<void> {
    if (this.get().isSaving) return
    this.#invalid = undefined
    this.update({ alert: undefined, errors: {} })
    if (blockedReason !== undefined) return this.#fail(blockedReason, {}, messages)
    const parse = () => parseNewItem({ ...valuesOf(form), photos: this.photos.ids })

    this.update({ isSaving: true })
    try {
      parse() // Reports invalid fields before waiting for uploads.
      await this.photos.settled(messages)
      const next = await this.#whenOnline(() => onSave(parse(), this.draft.idempotencyKey))
      await withTimeout(leaveTimeoutMs, this.discard())
      if (next !== undefined) location.assign(next)
    } catch (error) {
      const message = errorMessage(error, messages)
      if (error instanceof AlreadyAddedError) this.update({ alert: { message, alreadyAdded: error } })
      else if (error instanceof FieldsError) this.#fail(message, error.fields, messages)
      else if (isInvalidInput(error)) {
        const problems = describeProblems(error, messages)
        this.#fail(problems.message, problems.fields, messages)
      } else this.update({ alert: { message: failed(message), isStored: true } })
    }
    this.update({ isSaving: false })
  }

  /** Without a connection, an item with photos waits for one, as its photos would. */
  async #whenOnline<T>(save: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await save()
      } catch (error) {
        const isOffline = !navigator.onLine && error instanceof LocalizedError && !(error instanceof AlreadyAddedError)
        if (!isOffline || this.photos.ids.length === 0) throw error
        this.update({ isWaiting: true })
        await waitUntilOnline()
        this.update({ isWaiting: false })
      }
    }
  }

  async #restore(form: HTMLFormElement): Promise<void> {
    const draft = await this.draft.read()
    if (this.#form !== form) return
    this.#cover = undefined
    if (draft) restoreFields(form, draft.fields)
    if (draft?.photos) this.photos.restore(draft.photos)
    else if (this.photos.draft) this.#storePhotos()
    this.onInput() // Also stores input from before hydration.
  }

  #storePhotos(): void {
    this.draft.storePhotos(this.photos.draft)
    this.onInput()
  }

  /** @returns when the draft is deleted, and a function that brings the photos back. */
  #reset(): { readonly deleted: Promise<void>; readonly restorePhotos: () => void } {
    const deleted = this.draft.delete()
    const restorePhotos = this.photos.reset()
    this.#form?.reset()
    this.#forgetCleared()
    this.#cover = undefined
    this.#invalid = undefined
    this.update({ errors: {}, alert: undefined, values: this.#form ? valuesOf(this.#form) : {} })
    return { deleted, restorePhotos }
  }

  #forgetCleared(): void {
    this.#undo = undefined
    if (this.get().cleared !== undefined) this.update({ cleared: undefined })
  }

  #fail(message: string, errors: Fields, messages: BrowserMessages): void {
    const problems = this.#form ? findProblems(valuesOf(this.#form), this.photos, messages) : {}
    const names = Object.keys(errors)
    const invalid = names.filter((name) => name in problems)
    this.#invalid = { names: invalid, messages }
    this.update({ alert: { message, isInvalid: invalid.length > 0 && invalid.length === names.length }, errors })
    const first = this.#form && firstFieldOf(this.#form, names)
    first?.closest('details')?.setAttribute('open', '')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' }) // The alert covers the top of the page.
  }

  /** Removes the errors of fields that are valid by now. Others never appear while somebody types. */
  #removeOldErrors(): void {
    if (!this.#invalid || !this.#form) return
    const { names, messages } = this.#invalid
    const problems = findProblems(valuesOf(this.#form), this.photos, messages)
    const still = names.filter((name) => name in problems)
    const others = Object.entries(this.get().errors).filter(([name]) => !names.includes(name))
    this.#invalid = still.length > 0 ? { names: still, messages } : undefined
    const { alert } = this.get()
    this.update({
      errors: Object.fromEntries([...others, ...still.map((name) => [name, problems[name] ?? ''])]),
      alert: still.length === 0 && alert?.isInvalid === true ? undefined : alert,
    })
  }
}

/** The focus that a form's value names. */
export function focusOf(values: Fields): Focus | null {
  const parsed = focusField.parse(values['focus'])
  return 'value' in parsed ? parsed.value : null
}

function setFocusValue(form: HTMLFormElement, value: string): void {
  const field = form.elements.namedItem('focus')
  if (field instanceof HTMLInputElement) field.value = value
}
