import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { create } from '../../src/domain/messages.ts'
import { forgetDraft, keepPhotos, keepText, readDraft } from './draft-store.ts'
import type { Draft, DraftPhoto } from './draft-store.ts'
import { typeAgain, typedInto } from './form-fields.ts'

type Photos = readonly DraftPhoto[]

export interface DraftOptions {
  readonly form: RefObject<HTMLFormElement | null>
  /** Under which name the browser keeps the draft. */
  readonly draftKey: string
  /** What was kept is filled in, if anything was. */
  readonly onRead: () => void
}

/** Keeps what a form holds in the browser's own database, until it is saved or cleared. */
export function useDraft({ form, draftKey, onRead }: DraftOptions) {
  const isRead = useRef(false)
  const key = useRef<string>(undefined)
  const latestPhotos = useRef<Photos>([])
  const [photos, showPhotos] = useState<Photos>([])
  const [photosTrouble, setPhotosTrouble] = useState<string>()

  /** One for each piece, however often it is tried to save it. */
  const idempotencyKey = () => (key.current ??= createIdempotencyKey())

  const keepTyped = () => {
    // What is there must be read before anything is written over it.
    if (!form.current || !isRead.current) return
    const fields = typedInto(form.current)
    const isEmpty = Object.keys(fields).length === 0 && latestPhotos.current.length === 0
    const kept = isEmpty
      ? forgetDraft(draftKey, idempotencyKey())
      : keepText(draftKey, { fields, idempotencyKey: idempotencyKey() })
    kept.catch(formStillHoldsIt)
  }
  const keepChosen = () => {
    if (isRead.current) {
      keepPhotos(draftKey, latestPhotos.current).then(
        () => setPhotosTrouble(undefined),
        () => setPhotosTrouble(create.photosNotKept),
      )
    }
    keepTyped()
  }
  const setPhotos = (update: (photos: Photos) => Photos) => {
    latestPhotos.current = update(latestPhotos.current)
    showPhotos(latestPhotos.current)
    keepChosen()
  }

  const begin = useEffectEvent((draft?: Draft) => {
    if (!form.current) return
    isRead.current = true
    key.current ??= draft?.idempotencyKey
    if (draft) typeAgain(form.current, draft.fields)
    const chosenEarly = latestPhotos.current
    if (draft?.photos.length || chosenEarly.length) setPhotos(() => [...(draft?.photos ?? []), ...chosenEarly])
    else keepTyped() // What was typed while the page came to life.
    onRead()
  })
  useEffect(() => {
    let isWanted = true
    isRead.current = false
    const beginWith = (draft?: Draft) => {
      if (isWanted) begin(draft)
    }
    readDraft(draftKey).then(beginWith, () => beginWith())
    return () => {
      isWanted = false
    }
  }, [draftKey])

  return {
    photos,
    setPhotos,
    /** Why photos are not kept, for people. */
    photosTrouble,
    idempotencyKey,
    keepTyped,
    /** What the form holds is another piece from now on. */
    beginAnother() {
      key.current = undefined
      keepTyped()
    },
    /** What the form held is saved, or given up. */
    async forget() {
      const forgotten = idempotencyKey()
      key.current = undefined
      latestPhotos.current = []
      showPhotos([])
      if (isRead.current) await forgetDraft(draftKey, forgotten).catch(formStillHoldsIt)
    },
  }
}

/** Where the browser keeps nothing, the form itself still holds what was typed. */
function formStillHoldsIt(): void {}

/** Browsers have `crypto.randomUUID` on secure pages alone. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
