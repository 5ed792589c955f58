import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { useMessages } from '../use-messages.ts'
import { forgetDraft, keepPhotos, keepText, readDraft } from './draft-store.ts'
import type { Draft } from './draft-store.ts'
import { typeAgain, typedInto } from './form-fields.ts'
import { askAnew } from './photos/draft-photo.ts'
import type { ChangePhotos, Photos } from './photos/draft-photo.ts'

export interface DraftOptions {
  readonly form: RefObject<HTMLFormElement | null>
  /** Under which name the browser keeps the draft. */
  readonly draftKey: string
  /** The photos that it has until they are changed. */
  readonly initialPhotos: Photos
  /** What was kept is filled in, if anything was. */
  readonly onRead: () => void
  /** Told whether what was typed last is kept. */
  readonly onKept?: ((isKept: boolean) => void) | undefined
}

/** Keeps what a form holds in the browser's own database, until it is saved or cleared. */
export function useDraft({ form, draftKey, initialPhotos, onRead, onKept }: DraftOptions) {
  const { create } = useMessages()
  const isRead = useRef(false)
  const key = useRef<string>(undefined)
  /** The photos as they were changed; `undefined` while they were not. */
  const latestPhotos = useRef<Photos>(undefined)
  const [changedPhotos, showPhotos] = useState<Photos>()
  const [textTrouble, setTextTrouble] = useState<string>()
  const [photosTrouble, setPhotosTrouble] = useState<string>()

  /** One for each piece, however often it is tried to save it. */
  const idempotencyKey = () => (key.current ??= createIdempotencyKey())

  const tellKept = (isKept: boolean) => {
    setTextTrouble(isKept ? undefined : create.textNotKept)
    onKept?.(isKept)
  }
  const forgetText = (ofKey: string) =>
    forgetDraft(draftKey, ofKey).then(
      () => tellKept(true),
      () => tellKept(true), // Where the browser keeps nothing, there is nothing that could come back.
    )
  const keepTyped = () => {
    // What is there must be read before anything is written over it.
    if (!form.current || !isRead.current) return
    const fields = typedInto(form.current)
    const isEmpty = Object.keys(fields).length === 0 && latestPhotos.current === undefined
    if (isEmpty) return void forgetText(idempotencyKey())
    keepText(draftKey, { fields, idempotencyKey: idempotencyKey() }).then(
      () => tellKept(true),
      () => tellKept(false),
    )
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
  const setPhotos: ChangePhotos = (update) => {
    const changed = update(latestPhotos.current ?? initialPhotos)
    latestPhotos.current = changed.length === 0 && initialPhotos.length === 0 ? undefined : changed
    showPhotos(latestPhotos.current)
    keepChosen()
  }

  const begin = useEffectEvent((draft?: Draft) => {
    if (!form.current) return
    isRead.current = true
    key.current ??= draft?.idempotencyKey
    if (draft) typeAgain(form.current, draft.fields)
    const kept = draft?.photos?.map(askAnew)
    const known = new Set([...(kept ?? []), ...initialPhotos].map((photo) => photo.key))
    if (kept) setPhotos((chosen) => [...kept, ...chosen.filter((photo) => !known.has(photo.key))])
    else if (latestPhotos.current) keepChosen()
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
    photos: changedPhotos ?? initialPhotos,
    setPhotos,
    /** Why text or photos are not kept, for people. */
    troubles: [textTrouble, photosTrouble].filter((words) => words !== undefined),
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
      latestPhotos.current = undefined
      showPhotos(undefined)
      if (isRead.current) await forgetText(forgotten)
    },
  }
}

/** Browsers have `crypto.randomUUID` on secure pages alone. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
