import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'

import { isShopError } from '../../src/domain/errors.ts'
import { parseNewItem } from '../../src/domain/item.ts'
import type { ItemRequest } from '../../src/domain/item.ts'
import { create } from '../../src/domain/messages.ts'
import { beginAnew, forgetDraft, keepDraft, restoreDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import type { Photos } from './photos/draft-photo.ts'
import { usePhotoUploads } from './photos/use-photo-uploads.ts'
import type { Session } from './session.ts'

export interface ItemFormOptions {
  /** Who sends the photos, once somebody is signed in. */
  readonly session: Session | undefined
  /** Saves the item and goes on to its page. Rejects with words for people. */
  readonly onSave: (item: ItemRequest) => Promise<void>
  /** Why nothing can be saved yet. */
  readonly refusal: string | undefined
  /** What the form begins with; nothing, for a new item. Another one is taken over beneath what was typed. */
  readonly initial?: Draft
  /** The photos that it begins with. */
  readonly initialPhotos?: Photos
  /** Under which name the browser keeps what is typed. */
  readonly draftKey?: string
  /** Says why it was not saved. */
  readonly failed?: (message: string) => string
}

const nothing: Draft = {}
const noPhotos: Photos = []

type Errors = Readonly<Record<string, string>>

/** The state of an item's form: idle, saving, failed. What was typed is given up only once it is saved or cleared. */
export function useItemForm({
  onSave,
  session,
  refusal,
  initial = nothing,
  initialPhotos = noPhotos,
  draftKey = 'item-draft',
  failed = create.failed,
}: ItemFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [alert, setAlert] = useState<string>()
  const [errors, setErrors] = useState<Errors>({})
  const [imageUrl, setImageUrl] = useState('')
  const [photos, setPhotos] = useInitially(initialPhotos)
  const uploads = usePhotoUploads({ photos, setPhotos, session })

  const noteTyping = () => {
    if (!form.current) return
    keepDraft(form.current, draftKey)
    setImageUrl(imageUrlOf(form.current))
  }
  useEffect(() => {
    if (!form.current) return
    beginAnew(form.current, initial)
    restoreDraft(form.current, draftKey)
    keepDraft(form.current, draftKey) // What was typed while the page came to life.
    setImageUrl(imageUrlOf(form.current))
  }, [initial, draftKey])

  const fail = (words: string, fields: Errors = {}) => {
    setAlert(words)
    setErrors(fields)
    const [first] = Object.keys(fields)
    if (first !== undefined) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }
  const clear = () => {
    form.current?.reset()
    forgetDraft(draftKey)
    setErrors({})
    setAlert(undefined)
    setImageUrl(initial['imageUrl'] ?? '')
    setPhotos(() => initialPhotos)
    uploads.setProblems([])
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
      itemWith(photos.map(toStandIn)) // What is wrong with the rest is said before the wait for photos.
      await onSave(itemWith(await uploads.arrived()))
      clear()
    } catch (error) {
      const { message } = error as Error
      if (isShopError(error)) fail(message, error.fields)
      else fail(failed(message))
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
    photos,
    setPhotos,
    uploads,
    noteTyping,
    clear,
    save,
  }
}

/** A state that begins anew with another beginning, unless it was changed. */
function useInitially<T>(initial: T) {
  const [state, setState] = useState({ initial, value: initial })
  const isStale = state.initial !== initial
  if (isStale) setState({ initial, value: state.value === state.initial ? initial : state.value })
  const change = (update: (value: T) => T) => setState((before) => ({ ...before, value: update(before.value) }))
  return [state.value, change] as const
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
