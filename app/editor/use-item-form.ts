import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'

import { isShopError } from '../../src/domain/errors.ts'
import { isInvalidItem, type InvalidItemError } from '../../src/domain/item-problem.ts'
import { parseNewItem, type ItemRequest } from '../../src/domain/item.ts'
import { describeInvalidItem } from '../../src/messages/describe-item-problem.ts'
import { errorMessage } from '../api/localized-error.ts'
import { leaveTimeoutMs } from '../api/timeouts.ts'
import { withTimeout } from '../api/with-timeout.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { AlreadyAddedError } from './add-item.ts'
import { setInitialFields } from './changed-fields.ts'
import type { Photos } from './photos/draft-photo.ts'
import { usePhotoUploads } from './photos/use-photo-uploads.ts'
import { useDraft } from './use-draft.ts'

export interface ItemFormOptions {
  /** For uploading photos; `undefined` until signed in. */
  readonly session: Session | undefined
  /**
   * Saves the item. Rejects with an error for `errorMessage`; may resolve with the path to continue at.
   *
   * @param idempotencyKey the same for each attempt to save the same item.
   */
  readonly onSave: (item: ItemRequest, idempotencyKey: string) => Promise<string | void>
  /** Why the form cannot be saved yet. */
  readonly blockedReason: string | undefined
  /** Initial values; none for a new item. If they change, input stays. */
  readonly initial?: Readonly<Record<string, string>>
  /** The photos until they are changed. */
  readonly initialPhotos?: Photos
  /** The draft's key in the browser's storage. */
  readonly draftKey?: string
  /** Called with whether the browser stores the draft. */
  readonly onStored?: (isStored: boolean) => void
  /** Describes a failure to save. */
  readonly failed?: (message: string) => string
}

const nothing: NonNullable<ItemFormOptions['initial']> = {}
const noPhotos: Photos = []

type Errors = Readonly<Record<string, string>>

interface FormAlert {
  readonly message: string
  /** Saving failed for a reason outside the form, and the draft is stored. */
  readonly isStored?: boolean
  /** The item exists already; the input can be saved as another one. */
  readonly alreadyAdded?: AlreadyAddedError
}

/** The state of an item's form. The draft is deleted only when the item is saved or the form is cleared. */
export function useItemForm({
  onSave,
  session,
  blockedReason,
  initial = nothing,
  initialPhotos = noPhotos,
  draftKey = 'item-draft',
  onStored,
  failed,
}: ItemFormOptions) {
  const messages = useMessages()
  const describeFailure = failed ?? messages.create.failed
  const form = useRef<HTMLFormElement>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [alert, setAlert] = useState<FormAlert>()
  const [errors, setErrors] = useState<Errors>({})
  const [imageUrl, setImageUrl] = useState('')

  const updateImageUrl = () => {
    if (form.current) setImageUrl(imageUrlOf(form.current))
  }
  const draft = useDraft({ form, draftKey, initialPhotos, onRead: updateImageUrl, onStored })
  const uploads = usePhotoUploads({ ...draft, session })
  const onInput = () => {
    draft.storeText()
    updateImageUrl()
  }
  const applyInitial = useEffectEvent(() => {
    if (form.current) setInitialFields(form.current, initial)
    onInput()
  })
  useEffect(() => applyInitial(), [initial])

  const fail = (text: string, fields: Errors = {}) => {
    setAlert({ message: text })
    setErrors(fields)
    const [first] = Object.keys(fields)
    if (first !== undefined) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }
  const failInvalid = (error: InvalidItemError) => {
    const { message, fields } = describeInvalidItem(error, messages)
    fail(message, fields)
  }
  const clear = () => {
    form.current?.reset()
    const deleted = draft.deleteDraft()
    setErrors({})
    setAlert(undefined)
    setImageUrl(initial['imageUrl'] ?? '')
    uploads.setProblems([])
    return deleted
  }
  const addAnother = () => {
    draft.startNewItem()
    form.current?.requestSubmit()
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    const { currentTarget } = event
    const itemWith = (photoIds: string[]) => parseNewItem({ ...fieldsOf(currentTarget), photos: photoIds })
    setAlert(undefined)
    setErrors({})
    if (blockedReason !== undefined) return fail(blockedReason)

    setIsSaving(true)
    try {
      itemWith(draft.photos.map(toPlaceholderId)) // Validates the fields before waiting for uploads.
      const next = await onSave(itemWith(await uploads.settled()), draft.idempotencyKey())
      await withTimeout(leaveTimeoutMs, clear())
      if (next !== undefined) location.assign(next)
    } catch (error) {
      const message = errorMessage(error, messages)
      if (error instanceof AlreadyAddedError) setAlert({ message, alreadyAdded: error })
      else if (isInvalidItem(error)) failInvalid(error)
      else if (isShopError(error)) fail(message, error.fields)
      else setAlert({ message: describeFailure(message), isStored: true })
    }
    setIsSaving(false)
  }
  return {
    form,
    isSaving,
    alert,
    dismissAlert: () => setAlert(undefined),
    errors,
    imageUrl,
    uploads,
    onInput,
    photos: draft.photos,
    setPhotos: draft.setPhotos,
    storageProblems: draft.storageProblems,
    clear,
    addAnother,
    save,
  }
}

/** A valid photo id, for validation. */
function toPlaceholderId(_photo: unknown, index: number): string {
  return String(index).padStart(32, '0')
}

/** The form has no file fields: each value is a string. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

function imageUrlOf(form: HTMLFormElement): string {
  return fieldsOf(form)['imageUrl']?.trim() ?? ''
}
