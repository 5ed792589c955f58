import { useEffect, useRef } from 'react'

import { ShopError } from '../../../src/domain/errors.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import { useMessages } from '../../use-messages.ts'
import type { UploadState } from '../upload/upload-job.ts'
import type { Photos } from './draft-photo.ts'

type PhotoFieldTexts = BrowserMessages['photoField']

type States = ReadonlyMap<string, UploadState>

/** @returns a function that waits until every photo is uploaded: resolves with the ids, or rejects if one has failed. */
export function useUploadsSettled(photos: Photos, states: States): () => Promise<string[]> {
  const { photoField } = useMessages()
  const waiting = useRef<PromiseWithResolvers<string[]>>(undefined)
  useEffect(() => {
    if (waiting.current) settle(waiting.current, photos, firstFailure(photos, states, photoField))
  }, [photos, states, photoField])
  return () => {
    waiting.current = Promise.withResolvers()
    settle(waiting.current, photos, firstFailure(photos, states, photoField))
    return waiting.current.promise
  }
}

function settle(
  { resolve, reject }: PromiseWithResolvers<string[]>,
  photos: Photos,
  failure: ShopError | undefined,
): void {
  const ids = photos.flatMap(({ photo }) => photo?.id ?? [])
  if (failure) reject(failure)
  else if (ids.length === photos.length) resolve(ids)
}

function firstFailure(photos: Photos, states: States, photoField: PhotoFieldTexts): ShopError | undefined {
  for (const [index, { key }] of photos.entries()) {
    const state = states.get(key)
    if (state?.status !== 'failed') continue
    const message = photoField.failed(index + 1, state.message)
    return new ShopError('invalid-photo', message, { fields: { photos: message } })
  }
  return undefined
}
