import { readPhotos } from '../../../src/domain/photo.ts'
import type { Photo } from '../../../src/domain/photo.ts'
import { askShop, refusalOf } from '../../api/api-client.ts'
import type { Answer } from '../../api/api-client.ts'
import type { Session } from '../../session/session.ts'
import { pauseBeforeRetry } from './back-off.ts'

export interface Sending {
  readonly session: Session
  readonly blob: Blob
  /** Of the blob's bytes, in hexadecimal digits. */
  readonly sha256: string
  readonly signal: AbortSignal
  /** How much has arrived, from 0 to 1. */
  readonly onProgress: (share: number) => void
  /** The shop cannot be reached; it is tried on. */
  readonly onWaiting: () => void
}

/** Of what is sent at once, in bytes: a few seconds on a slow network, and some steps of progress for each photo. */
const partBytes = 128 * 1024

/** How often in a row the shop may say that it cannot right now. */
const maxRefusals = 6

/** The longest that it may ask to be waited for, in seconds. */
const maxWaitSeconds = 60

/**
 * Brings a photo to the shop as `src/photos/photos-api.ts` takes it: asks first how much of it is there, and again after
 * each answer that was lost, so that nothing is sent twice. Goes on for as long as there is no connection. When parts do
 * not follow on what is there, they come to other processes than those before them: from the second one on it is sent whole.
 *
 * @throws Error for people, when the shop does not take it, or something in between answers in its place.
 */
export async function sendPhoto({ session, blob, sha256, signal, onProgress, onWaiting }: Sending): Promise<Photo> {
  const path = `/api/photos/${sha256}`
  /** How much of it is there; `undefined` when only the shop knows. */
  let offset: number | undefined
  let [lost, refused, misplaced] = [0, 0, 0]

  for (;;) {
    const isWhole = misplaced > 1
    const next = isWhole ? { method: 'PUT', bytes: blob } : partFrom(blob, offset ?? 0)
    const question = offset === undefined ? { method: 'GET' } : next
    const answer = await askShop(session, { ...question, path, signal }).catch(() => undefined)
    signal.throwIfAborted()
    if (!answer) {
      onWaiting()
      await pauseBeforeRetry((lost += 1), signal)
      offset = undefined
      continue
    }
    lost = 0
    const [photo] = readPhotos([answer.body]) ?? []
    const arrived = answer.headers.get('Upload-Offset')
    if (answer.isOk && photo) return photo
    if (answer.isOk && arrived !== null) {
      if (offset !== undefined) refused = 0
      offset = isWhole ? 0 : Number(arrived)
      onProgress(offset / blob.size)
    } else {
      const waitSeconds = secondsToWait(answer)
      if (waitSeconds > maxWaitSeconds || (refused += 1) > maxRefusals) throw refusalOf(answer)
      if (answer.status === 409) misplaced += 1
      await pauseBeforeRetry(refused, signal, waitSeconds * 1_000)
      offset = undefined
    }
  }
}

function partFrom(blob: Blob, offset: number) {
  const end = Math.min(offset + partBytes, blob.size)
  return {
    method: 'PATCH',
    bytes: blob.slice(offset, end),
    headers: { 'Upload-Offset': String(offset), 'Upload-Complete': end === blob.size ? '?1' : '?0' },
  }
}

/** Until it makes sense to ask again; `Infinity` when it never does. */
function secondsToWait({ status, headers }: Answer): number {
  const isPassing = status >= 500 || [408, 409, 429].includes(status)
  return isPassing ? Number(headers.get('Retry-After') ?? 0) : Infinity
}
