import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import { useMessages } from '../use-messages.ts'
import { restoreFields, changedFields } from './changed-fields.ts'
import { deleteDraft, saveDraftPhotos, saveDraftText, readDraft, type Draft } from './draft-store.ts'
import { recheckUpload, type ChangePhotos, type Photos } from './photos/draft-photo.ts'

export interface DraftOptions {
  readonly form: RefObject<HTMLFormElement | null>
  /** The draft's key in the browser's storage. */
  readonly draftKey: string
  /** The photos until they are changed. */
  readonly initialPhotos: Photos
  /** Called when a stored draft, if any, is restored. */
  readonly onRead: () => void
  /** Called with whether the last input is stored. */
  readonly onStored?: ((isStored: boolean) => void) | undefined
}

/** Stores the form's input in the browser until it is saved or cleared. */
export function useDraft({ form, draftKey, initialPhotos, onRead, onStored }: DraftOptions) {
  const { create } = useMessages()
  const isRestored = useRef(false)
  const key = useRef<string>(undefined)
  /** `undefined` until the photos are changed. */
  const latestPhotos = useRef<Photos>(undefined)
  const [changedPhotos, showPhotos] = useState<Photos>()
  const [textProblem, setTextProblem] = useState<string>()
  const [photosProblem, setPhotosProblem] = useState<string>()

  /** The same for each attempt to save the item. */
  const idempotencyKey = () => (key.current ??= createIdempotencyKey())

  const reportStored = (isStored: boolean) => {
    setTextProblem(isStored ? undefined : create.textNotKept)
    onStored?.(isStored)
  }
  const deleteText = (idempotencyKeyOfDraft: string) =>
    deleteDraft(draftKey, idempotencyKeyOfDraft).then(
      () => reportStored(true),
      () => reportStored(true), // Without storage, no draft can come back.
    )
  const storeText = () => {
    // The stored draft must be restored before anything overwrites it.
    if (!form.current || !isRestored.current) return
    const fields = changedFields(form.current)
    const isEmpty = Object.keys(fields).length === 0 && latestPhotos.current === undefined
    if (isEmpty) return void deleteText(idempotencyKey())
    saveDraftText(draftKey, { fields, idempotencyKey: idempotencyKey() }).then(
      () => reportStored(true),
      () => reportStored(false),
    )
  }
  const storePhotos = () => {
    if (isRestored.current) {
      saveDraftPhotos(draftKey, latestPhotos.current).then(
        () => setPhotosProblem(undefined),
        () => setPhotosProblem(create.photosNotKept),
      )
    }
    storeText()
  }
  const setPhotos: ChangePhotos = (update) => {
    const changed = update(latestPhotos.current ?? initialPhotos)
    latestPhotos.current = changed.length === 0 && initialPhotos.length === 0 ? undefined : changed
    showPhotos(latestPhotos.current)
    storePhotos()
  }

  const restore = useEffectEvent((draft?: Draft) => {
    if (!form.current) return
    isRestored.current = true
    key.current ??= draft?.idempotencyKey
    if (draft) restoreFields(form.current, draft.fields)
    const stored = draft?.photos?.map(recheckUpload)
    const known = new Set([...(stored ?? []), ...initialPhotos].map((photo) => photo.key))
    if (stored) setPhotos((chosen) => [...stored, ...chosen.filter((photo) => !known.has(photo.key))])
    else if (latestPhotos.current) storePhotos()
    else storeText() // Input from before hydration.
    onRead()
  })
  useEffect(() => {
    let isCurrent = true
    isRestored.current = false
    const restoreIfCurrent = (draft?: Draft) => {
      if (isCurrent) restore(draft)
    }
    readDraft(draftKey).then(restoreIfCurrent, () => restoreIfCurrent())
    return () => {
      isCurrent = false
    }
  }, [draftKey])

  return {
    photos: changedPhotos ?? initialPhotos,
    setPhotos,
    /** Why text or photos are not stored, for the user. */
    storageProblems: [textProblem, photosProblem].filter((text) => text !== undefined),
    idempotencyKey,
    storeText,
    /** Makes the input a new item, with a new idempotency key. */
    startNewItem() {
      key.current = undefined
      storeText()
    },
    /** Deletes the draft of a saved or cleared form. */
    async deleteDraft() {
      const deletedKey = idempotencyKey()
      key.current = undefined
      latestPhotos.current = undefined
      showPhotos(undefined)
      if (isRestored.current) await deleteText(deletedKey)
    },
  }
}

/** Random hexadecimal digits: `crypto.randomUUID` exists only on secure pages. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
