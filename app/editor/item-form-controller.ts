import { focusField, type Focus } from '../../src/domain/focus.ts'
import { itemFields } from '../../src/domain/item-fields.ts'
import { parseNewItem, type ItemRequest } from '../../src/domain/item.ts'
import type { Photo } from '../../src/domain/photo.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { LocalizedError, type FieldsError } from '../api/localized-error.ts'
import { leaveTimeoutMs, withTimeout } from '../api/timeouts.ts'
import { waitUntilOnline } from '../api/wait-before-retry.ts'
import type { Session } from '../session/session.ts'
import { Observable } from '../ui/observable.ts'
import { AlreadyAddedError, type AfterSaving } from './add-item.ts'
import { changedFields, type Fields } from './changed-fields.ts'
import { isSameInput, type DraftInput, type InitialInput } from './draft-store.ts'
import { Draft } from './draft.ts'
import { FormErrors, parseInput, type FailureText } from './form-errors.ts'
import { PhotoUploads } from './upload/photo-uploads.ts'

export interface FormState {
  readonly isSaving: boolean
  /** Saving waits for a connection. */
  readonly isWaiting: boolean
  /** Every value, by the field's name. */
  readonly values: Fields
  /** The form was cleared, which can be undone, or that was undone; until something is typed. */
  readonly cleared?: 'cleared' | 'restored' | undefined
}

export interface SaveOptions {
  /**
   * Saves the item as the signed-in user. Rejects with an error for `errorMessage`.
   *
   * @param idempotencyKey the same for each attempt to save the same item.
   */
  readonly onSave: (item: ItemRequest, session: Session, idempotencyKey: string) => Promise<AfterSaving>
  /** `undefined` until signed in: the form cannot be saved yet. */
  readonly session: Session | undefined
  /** Describes a failure to save. */
  readonly failed: FailureText
}

/** Describes what somebody else has changed since a draft was typed: the fields, and `photos`, with their later values. */
export type DescribeConflict = (changed: Fields) => FieldsError

/** Those of an empty form. */
const noValues: Fields = Object.fromEntries(Object.keys(itemFields).map((name) => [name, '']))

/** The form of an item. The draft is deleted only when the item is saved or the form is cleared. */
export class ItemFormController extends Observable<FormState> {
  readonly photos = new PhotoUploads(() => this.#storePhotos())
  readonly draft: Draft
  readonly errors: FormErrors
  readonly #messages: BrowserMessages
  readonly #describeConflict: DescribeConflict | undefined
  #form: HTMLFormElement | undefined
  /** What the item has. */
  #initial: Fields = noValues
  /** The picture that the focus was chosen for; `undefined` while the form is filled in. */
  #cover: string | undefined
  /** Brings back what was cleared. */
  #undo: (() => void) | undefined

  constructor(draftKey: string, messages: BrowserMessages, describeConflict?: DescribeConflict) {
    super({ isSaving: false, isWaiting: false, values: noValues })
    this.#messages = messages
    this.#describeConflict = describeConflict
    this.draft = new Draft(draftKey)
    this.errors = new FormErrors(messages, {
      form: () => this.#form,
      check: () => this.#parse(),
      failedPhotos: () => this.#failedPhotos,
    })
    this.photos.subscribe(() => this.errors.removeValid())
  }

  /** Restores the draft into the form, and uploads its photos until the returned function is called. */
  readonly attach = (form: HTMLFormElement): (() => void) => {
    this.#form = form
    const typed = [...new FormData(form)].filter(([, value]) => value !== '')
    this.#setValues(Object.fromEntries(typed) as Fields) // Before hydration.
    const restored = this.#restore(form)
    const stop = this.photos.start()
    const close = () => {
      stop()
      this.#form = undefined
    }
    return () => {
      if (this.hasInput) void restored.then(close) // What was typed before the draft was read is stored with it.
      else close()
    }
  }

  /** Sets the initial values; input stays. Photos are merged. */
  setInitial(fields: Fields = {}, photos: readonly Photo[] = []): void {
    this.#cover = undefined
    const typed = this.#typed
    this.#initial = { ...noValues, ...fields }
    this.#setValues({ ...this.#initial, ...typed })
    this.#onChange()
    this.photos.mergeInitial(photos)
  }

  readonly setValue = (name: string, value: string): void => {
    this.#setValues({ [name]: value })
    this.#onChange()
  }

  readonly setFocus = (focus: Focus): void => this.setValue('focus', focusField.format(focus))

  /** Whether anything has been typed or changed. */
  get hasInput(): boolean {
    const { fields, photos } = this.#input
    return Object.keys(fields).length > 0 || photos !== undefined
  }

  /** Empties the form, which can be undone until something is typed. */
  readonly clear = (): void => {
    if (!this.#form) return
    if (this.get().cleared === 'cleared') return this.errors.clear() // A second tap leaves the offer to undo the first.
    const { hasInput } = this
    const { fields } = this.#input
    const { idempotencyKey } = this.draft
    const { restorePhotos } = this.#reset()
    if (!hasInput) return
    this.#undo = () => {
      this.#cover = undefined
      this.draft.useIdempotencyKey(idempotencyKey)
      this.#setValues(fields)
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
    this.#onChange()
    this.#form?.requestSubmit()
  }

  async save({ onSave, session, failed }: SaveOptions): Promise<void> {
    const form = this.#form
    if (!form || this.get().isSaving || this.errors.get().alert?.added !== undefined) return
    this.errors.clear()
    if (!session) return this.errors.show({ message: this.#messages.itemRules.notSignedIn, fields: {} })
    this.update({ isSaving: true })
    try {
      this.#parse() // Reports invalid fields before waiting for uploads.
      let sent = this.#input
      let sentPhotos = this.photos.ids
      const saved = await this.#whenOnline(form, async () => {
        await this.photos.settled(this.#messages)
        sent = this.#input
        sentPhotos = this.photos.ids
        const isNew = this.#describeConflict === undefined
        if (isNew && !this.hasInput) this.draft.storeAttempt(this.#initialInput)
        return onSave(this.#parse(), session, this.draft.idempotencyKey)
      })
      const isOpen = this.#form === form
      if (isOpen && isSameInput(sent, this.#input)) {
        await withTimeout(leaveTimeoutMs, this.discard())
        if (this.#form === form) this.#leave(saved)
        else saved.stay() // 'Back' may have closed the form meanwhile.
      } else {
        if (isOpen) {
          this.draft.rebase()
          this.photos.rebase(sentPhotos)
          this.draft.storePhotos(this.photos.draft)
        } else await this.draft.deleteIf(sent)
        saved.stay()
      }
    } catch (error) {
      this.errors.showFailure(error, error instanceof AlreadyAddedError ? undefined : failed)
    }
    this.update({ isSaving: false })
  }

  #leave({ added, leave }: AfterSaving): void {
    if (added !== undefined) {
      this.errors.update({ alert: { message: this.#messages.create.added, added } })
      // The back/forward cache restores the page as it was.
      addEventListener('pageshow', ({ persisted }) => persisted && this.#forgetDone())
    }
    leave()
  }

  /** Without a connection, an item with photos waits for one, as its photos would, as long as its form is open. */
  async #whenOnline<T>(form: HTMLFormElement, save: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await save()
      } catch (error) {
        const isOffline = !navigator.onLine && error instanceof LocalizedError && !(error instanceof AlreadyAddedError)
        if (!isOffline || this.photos.ids.length === 0) throw error
        this.update({ isWaiting: true })
        await waitUntilOnline()
        this.update({ isWaiting: false })
        if (this.#form !== form) throw error
      }
    }
  }

  async #restore(form: HTMLFormElement): Promise<void> {
    const draft = await this.draft.read()
    if (this.#form !== form) return
    this.#cover = undefined
    this.#setValues({ ...draft?.fields, ...this.#typed })
    if (draft?.photos) this.photos.restore(draft.photos, draft.initial?.photos)
    else if (this.photos.draft) this.#storePhotos()
    this.#onChange() // Also stores input from before hydration.
    const changed = this.draft.changedElsewhere(this.#initialInput)
    if (changed && this.#describeConflict) this.errors.show(this.#describeConflict(changed))
  }

  #storePhotos(): void {
    this.draft.storePhotos(this.photos.draft)
    this.#onChange()
  }

  /** Stores the input. A focus that was chosen for another cover is removed. */
  #onChange(): void {
    if (!this.#form) return
    const cover = this.photos.get().photos[0]?.key ?? this.get().values['imageUrl']?.trim() ?? ''
    if (this.#cover !== undefined && this.#cover !== cover) this.#setValues({ focus: '' })
    this.#cover = cover
    void this.draft.storeText(this.#typed, this.photos.draft, this.#initialInput)
    if (this.hasInput) this.#forgetDone()
    this.errors.removeValid()
  }

  #setValues(values: Fields): void {
    this.update({ values: { ...this.get().values, ...values } })
  }

  /** @returns when the draft is deleted, and a function that brings the photos back. */
  #reset(): { readonly deleted: Promise<void>; readonly restorePhotos: () => void } {
    const deleted = this.draft.delete()
    const restorePhotos = this.photos.reset()
    this.#setValues(this.#initial)
    this.#forgetDone()
    this.#cover = undefined
    this.errors.clear()
    return { deleted, restorePhotos }
  }

  /** From now on, the form says nothing of what was done before. */
  #forgetDone(): void {
    this.#undo = undefined
    this.update({ cleared: undefined })
    if (this.errors.get().alert?.added !== undefined) this.errors.clear()
  }

  /** The values that differ from the initial ones. */
  get #typed(): Fields {
    return changedFields(this.#initial, this.get().values)
  }

  get #input(): DraftInput {
    return { fields: this.#typed, photos: this.photos.draft?.map(({ key }) => key) }
  }

  get #initialInput(): InitialInput {
    return { fields: this.#initial, photos: this.photos.initialKeys }
  }

  /** @throws FieldsError */
  #parse(): ItemRequest {
    return parseInput(() => parseNewItem({ ...this.get().values, photos: this.photos.ids }), this.#messages)
  }

  get #failedPhotos(): Fields {
    const failure = this.photos.failure(this.#messages)
    return failure === undefined ? {} : { photos: failure }
  }
}
