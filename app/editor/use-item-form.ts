import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent } from 'react'

import { isShopError } from '../../src/domain/errors.ts'
import { isInvalidItem } from '../../src/domain/item-problem.ts'
import type { InvalidItemError } from '../../src/domain/item-problem.ts'
import { parseNewItem } from '../../src/domain/item.ts'
import type { ItemRequest } from '../../src/domain/item.ts'
import { describeInvalidItem } from '../../src/messages/describe-item-problem.ts'
import { errorMessage } from '../api/localized-error.ts'
import { leavingMs } from '../api/timeouts.ts'
import { within } from '../api/with-timeout.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { AlreadyAdded } from './add-item.ts'
import { beginAnew } from './form-fields.ts'
import type { Photos } from './photos/draft-photo.ts'
import { usePhotoUploads } from './photos/use-photo-uploads.ts'
import { useDraft } from './use-draft.ts'

export interface ItemFormOptions {
  /** Who sends the photos, once somebody is signed in. */
  readonly session: Session | undefined
  /**
   * Saves the item. Rejects with words for people; resolves with the address of the page that it goes on to, if it does.
   *
   * @param idempotencyKey the same for each attempt at the same item.
   */
  readonly onSave: (item: ItemRequest, idempotencyKey: string) => Promise<string | void>
  /** Why nothing can be saved yet. */
  readonly refusal: string | undefined
  /** What the form begins with; nothing, for a new item. Another one is taken over beneath what was typed. */
  readonly initial?: Readonly<Record<string, string>>
  /** The photos that it begins with, until they are changed. */
  readonly initialPhotos?: Photos
  /** Under which name the browser keeps what is typed. */
  readonly draftKey?: string
  /** Told whether the browser keeps what was typed. */
  readonly onKept?: (isKept: boolean) => void
  /** Says why it was not saved. */
  readonly failed?: (message: string) => string
}

const nothing: NonNullable<ItemFormOptions['initial']> = {}
const noPhotos: Photos = []

type Errors = Readonly<Record<string, string>>

interface FormAlert {
  readonly words: string
  /** It was not saved, for no reason that is in the form: nobody need fear for what they typed. */
  readonly isKept?: boolean
  /** The item is there already, and what is typed may become another one. */
  readonly alreadyAdded?: AlreadyAdded
}

/** The state of an item's form: idle, saving, failed. What was typed is given up only once it is saved or cleared. */
export function useItemForm({
  onSave,
  session,
  refusal,
  initial = nothing,
  initialPhotos = noPhotos,
  draftKey = 'item-draft',
  onKept,
  failed,
}: ItemFormOptions) {
  const messages = useMessages()
  const describeFailure = failed ?? messages.create.failed
  const form = useRef<HTMLFormElement>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [alert, setAlert] = useState<FormAlert>()
  const [errors, setErrors] = useState<Errors>({})
  const [imageUrl, setImageUrl] = useState('')

  const noteImageUrl = () => {
    if (form.current) setImageUrl(imageUrlOf(form.current))
  }
  const draft = useDraft({ form, draftKey, initialPhotos, onRead: noteImageUrl, onKept })
  const uploads = usePhotoUploads({ ...draft, session })
  const noteTyping = () => {
    draft.keepTyped()
    noteImageUrl()
  }
  const begin = useEffectEvent(() => {
    if (form.current) beginAnew(form.current, initial)
    noteTyping()
  })
  useEffect(() => begin(), [initial])

  const fail = (words: string, fields: Errors = {}) => {
    setAlert({ words })
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
    const forgotten = draft.forget()
    setErrors({})
    setAlert(undefined)
    setImageUrl(initial['imageUrl'] ?? '')
    uploads.setProblems([])
    return forgotten
  }
  const addAnother = () => {
    draft.beginAnother()
    form.current?.requestSubmit()
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    const { currentTarget } = event
    const itemWith = (photoIds: string[]) => parseNewItem({ ...fieldsOf(currentTarget), photos: photoIds })
    setAlert(undefined)
    setErrors({})
    if (refusal !== undefined) return fail(refusal)

    setIsSaving(true)
    try {
      itemWith(draft.photos.map(toStandIn)) // What is wrong with the rest is said before the wait for photos.
      const next = await onSave(itemWith(await uploads.arrived()), draft.idempotencyKey())
      await within(leavingMs, clear())
      if (next !== undefined) location.assign(next)
    } catch (error) {
      const message = errorMessage(error, messages)
      if (error instanceof AlreadyAdded) setAlert({ words: message, alreadyAdded: error })
      else if (isInvalidItem(error)) failInvalid(error)
      else if (isShopError(error)) fail(message, error.fields)
      else setAlert({ words: describeFailure(message), isKept: true })
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
    noteTyping,
    photos: draft.photos,
    setPhotos: draft.setPhotos,
    troubles: draft.troubles,
    clear,
    addAnother,
    save,
  }
}

/** An id as a photo has one. */
function toStandIn(_photo: unknown, index: number): string {
  return String(index).padStart(32, '0')
}

/** No field of the form holds a file: each value is text. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

function imageUrlOf(form: HTMLFormElement): string {
  return fieldsOf(form)['imageUrl']?.trim() ?? ''
}
