import { readPhotos, type Photo } from '../../../src/domain/photo.ts'
import { apiFetch, toApiError, type ApiResponse, type TokenSource } from '../../api/api-client.ts'
import { waitBeforeRetry } from '../../api/wait-before-retry.ts'
import type { StepOptions } from './resize-photo.ts'
import type { ResizedPhoto } from './resize-worker.ts'

interface SendOptions extends StepOptions {
  /** Called with the share of bytes that the shop has, from 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Called before the last part is sent. The shop encodes the photo before it responds, which takes seconds. */
  readonly onLastPart: () => void
}

/** The size of a part, in bytes: a few seconds on a slow network, and a few steps of progress per photo. */
const partBytes = 128 * 1024

/** How many error responses in a row are followed by a retry. */
const maxErrorsInARow = 6

/** The longest `Retry-After` to wait for, in seconds. */
const maxWaitSeconds = 60

/**
 * Uploads a photo in parts (`src/photos/photos-api.ts`). Asks for the offset first, and again after each lost response,
 * so that no byte is sent twice. Retries for as long as there is no connection. An offset is wrong if another tab sends the
 * same photo, and then the shop has more of it by now. If it does not, twice, the parts reach different processes of
 * the shop: then it sends the photo whole.
 *
 * @throws Error for `errorMessage` if the shop rejects the photo, or a proxy responds in its place.
 */
export async function sendPhoto(
  session: TokenSource,
  { blob, sha256 }: ResizedPhoto,
  { signal, onWaiting, onProgress, onLastPart }: SendOptions,
): Promise<Photo> {
  const path = `/api/photos/${sha256}`
  /** How many bytes the shop has; `undefined`: ask the shop. */
  let offset: number | undefined
  /** The most that the shop had so far. */
  let most = 0
  let refusedOffset: number | undefined
  let lostInARow = 0
  let errorsInARow = 0
  let wrongOffsets = 0

  for (;;) {
    const isWhole = wrongOffsets > 1
    const request = offset === undefined ? { method: 'GET' } : partFrom(blob, offset, isWhole)
    if (offset !== undefined && (isWhole || offset + partBytes >= blob.size)) onLastPart()
    const response = await apiFetch(session, { ...request, path, signal }).catch(() => undefined)
    signal.throwIfAborted()
    if (!response) {
      onWaiting()
      lostInARow += 1
      await waitBeforeRetry(lostInARow, signal)
      offset = undefined
      continue
    }
    lostInARow = 0
    const { photo, received } = readProgress(response)
    if (photo) return photo
    if (received !== undefined) {
      // A part was accepted, or at least a piece of one for which there was an error.
      if (offset !== undefined || received > most) errorsInARow = 0
      most = Math.max(most, received)
      if (refusedOffset !== undefined && received <= refusedOffset) wrongOffsets += 1
      refusedOffset = undefined
      offset = isWhole ? 0 : received
      onProgress(offset / blob.size)
    } else {
      const waitSeconds = retryAfterSeconds(response)
      errorsInARow += 1
      if (waitSeconds > maxWaitSeconds || errorsInARow > maxErrorsInARow) throw toApiError(response)
      if (response.status === 409) refusedOffset = offset
      await waitBeforeRetry(errorsInARow, signal, waitSeconds * 1_000)
      offset = undefined
    }
  }
}

function partFrom(blob: Blob, offset: number, isWhole: boolean) {
  if (isWhole) return { method: 'PUT', bytes: blob }
  const end = Math.min(offset + partBytes, blob.size)
  return {
    method: 'PATCH',
    bytes: blob.slice(offset, end),
    headers: { 'Upload-Offset': String(offset), 'Upload-Complete': end === blob.size ? '?1' : '?0' },
  }
}

/** What the shop has by its response: the photo, or a number of bytes. Empty for an error, and for a response of a proxy. */
function readProgress({ isOk, body, headers }: ApiResponse): { photo?: Photo | undefined; received?: number } {
  if (!isOk) return {}
  const [photo] = readPhotos([body]) ?? []
  const received = headers.get('Upload-Offset')
  return { photo, ...(received !== null && { received: Number(received) }) }
}

/** How long to wait before the next attempt; `Infinity` for an error that will not pass. */
function retryAfterSeconds({ status, headers }: ApiResponse): number {
  const isTemporary = status >= 500 || [408, 409, 429].includes(status)
  return isTemporary ? Number(headers.get('Retry-After') ?? 0) : Infinity
}
