import { isShopError } from '../../../src/domain/errors.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import { errorMessage } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import type { DraftPhoto } from '../photos/draft-photo.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { resizePhoto } from './resize-photo.ts'
import { sendPhoto } from './send-photo.ts'
import { waitBeforeRetry } from './wait-before-retry.ts'

/** The state of an upload that is not finished. */
export type UploadState =
  | { readonly status: 'sending'; readonly share: number }
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly message: string }

/** Receives the events of uploads. */
export interface UploadListener {
  readonly onState: (key: string, state: UploadState) => void
  /** A step is done: `photo` is resized or uploaded. */
  readonly onStep: (photo: DraftPhoto) => void
  /** The file cannot be used. */
  readonly onRejected: (photo: DraftPhoto, reason: string) => void
}

interface UploadJob {
  readonly photo: DraftPhoto
  readonly blob: Blob
  readonly signal: AbortSignal
  readonly messages: BrowserMessages
  readonly listener: UploadListener
}

/** Decoding needs much memory: one photo at a time. While the shop encodes one photo, the next one can be sent. */
const limits = { resizing: createConcurrencyLimit(1), sending: createConcurrencyLimit(2) }

/** How often the worker may fail to load while the browser is online: the connection is not the reason then. */
const maxFailuresOnline = 3

/** Resizes a picked file. */
export async function resize({ photo, blob, signal, messages, listener }: UploadJob): Promise<void> {
  const fail = () => listener.onState(photo.key, { status: 'failed', message: messages.photoField.notPrepared })
  let failuresOnline = 0
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      const resized = await limits.resizing(
        () => resizePhoto({ name: photo.name, file: blob }, messages.photoRules, signal),
        signal,
      )
      return resized === 'failed' ? fail() : listener.onStep({ ...photo, ...resized })
    } catch (error) {
      if (signal.aborted) return
      if (isShopError(error)) return listener.onRejected(photo, error.message)
      if (navigator.onLine && (failuresOnline += 1) >= maxFailuresOnline) return fail()
      listener.onState(photo.key, { status: 'waiting' }) // The worker cannot be loaded without a connection.
      await waitBeforeRetry(failures, signal)
    }
  }
}

/** Uploads a resized photo. */
export async function send({ photo, blob, signal, messages, listener }: UploadJob, session: Session): Promise<void> {
  const { key, sha256 = '' } = photo
  const sending = () =>
    sendPhoto({
      session,
      blob,
      sha256,
      signal,
      onProgress: (share) => listener.onState(key, { status: 'sending', share }),
      onWaiting: () => listener.onState(key, { status: 'waiting' }),
    })
  try {
    listener.onStep({ ...photo, photo: await limits.sending(sending, signal) })
  } catch (error) {
    if (!signal.aborted) listener.onState(key, { status: 'failed', message: errorMessage(error, messages) })
  }
}
