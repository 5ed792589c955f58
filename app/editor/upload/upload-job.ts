import { isShopError } from '../../../src/domain/errors.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import { errorMessage } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import type { DraftPhoto } from '../photos/draft-photo.ts'
import { pauseBeforeRetry } from './back-off.ts'
import { createLane } from './concurrency-limit.ts'
import { preparePhoto } from './prepare-photo.ts'
import { sendPhoto } from './send-photo.ts'

/** How a photo is getting on that is not at the shop yet. */
export type UploadState =
  | { readonly is: 'sending'; readonly share: number }
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly words: string }

/** What is told while photos are brought to the shop. */
export interface Listener {
  readonly tell: (key: string, state: UploadState) => void
  /** The photo has come a step further. */
  readonly keep: (photo: DraftPhoto) => void
  /** The photo cannot be taken at all. */
  readonly refuse: (photo: DraftPhoto, words: string) => void
}

interface Bringing {
  readonly photo: DraftPhoto
  readonly blob: Blob
  readonly signal: AbortSignal
  readonly messages: BrowserMessages
  readonly listener: Listener
}

/** Decoding takes a phone's memory: one at a time. While the shop makes files of one photo, the next one may travel. */
const lanes = { preparing: createLane(1), sending: createLane(2) }

/** How often what prepares photos may fail to load while the browser is online: what is missing is not the connection. */
const maxFailuresOnline = 3

/** Makes a picked file smaller. */
export async function prepare({ photo, blob, signal, messages, listener }: Bringing): Promise<void> {
  const fail = () => listener.tell(photo.key, { is: 'failed', words: messages.photoField.notPrepared })
  let failuresOnline = 0
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      const prepared = await lanes.preparing(
        () => preparePhoto({ name: photo.name, file: blob }, messages.photoRules, signal),
        signal,
      )
      return prepared === 'failed' ? fail() : listener.keep({ ...photo, ...prepared })
    } catch (error) {
      if (signal.aborted) return
      if (isShopError(error)) return listener.refuse(photo, error.message)
      if (navigator.onLine && (failuresOnline += 1) >= maxFailuresOnline) return fail()
      listener.tell(photo.key, { is: 'waiting' }) // Without a connection, what prepares photos could not be loaded.
      await pauseBeforeRetry(failures, signal)
    }
  }
}

/** Sends a photo that was made smaller. */
export async function send({ photo, blob, signal, messages, listener }: Bringing, session: Session): Promise<void> {
  const { key, sha256 = '' } = photo
  const sending = () =>
    sendPhoto({
      session,
      blob,
      sha256,
      signal,
      onProgress: (share) => listener.tell(key, { is: 'sending', share }),
      onWaiting: () => listener.tell(key, { is: 'waiting' }),
    })
  try {
    listener.keep({ ...photo, photo: await lanes.sending(sending, signal) })
  } catch (error) {
    if (!signal.aborted) listener.tell(key, { is: 'failed', words: errorMessage(error, messages) })
  }
}
