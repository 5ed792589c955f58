import { isHeic } from '../../../src/domain/photo.ts'
import { LocalizedError } from '../../api/localized-error.ts'
import { waitBeforeRetry } from '../../api/wait-before-retry.ts'
import type { ResizedPhoto, ResizeResult } from './resize-worker.ts'

/** The file is not a photo, or the browser cannot read it. */
export class RejectedPhotoError extends LocalizedError {}

/** How a step of an upload learns that its photo was removed, and reports that it waits for a connection. */
export interface StepOptions {
  readonly signal: AbortSignal
  readonly onWaiting: () => void
}

interface PickedFile {
  readonly name: string
  readonly blob: Blob
}

/** How often the worker may fail to load while the browser is online: the connection is not the reason then. */
const maxFailuresOnline = 3

/**
 * Resizes a picked file for the upload. Waits for a connection if the worker cannot be loaded.
 *
 * @throws RejectedPhotoError if the file cannot be used. LocalizedError if the browser fails, such as for lack of memory.
 */
export async function resizePhoto(file: PickedFile, { signal, onWaiting }: StepOptions): Promise<ResizedPhoto> {
  let failuresOnline = 0
  for (let failures = 1; ; failures += 1) {
    const result = await runWorker(file.blob, signal).catch(() => 'not loaded' as const)
    signal.throwIfAborted()
    if (typeof result === 'object') return result
    if (result === 'unreadable') {
      const reason = await describeUnreadable(file)
      throw new RejectedPhotoError(({ photoRules }) => photoRules[reason])
    }
    if (navigator.onLine) failuresOnline += 1
    if (result === 'failed' || failuresOnline >= maxFailuresOnline) {
      throw new LocalizedError(({ photoField }) => photoField.notPrepared)
    }
    onWaiting()
    await waitBeforeRetry(failures, signal)
  }
}

/**
 * Loads the worker into the browser's cache, so that photos can be resized later without a connection. A failure does not
 * matter: {@link resizePhoto} loads it again.
 */
export async function preloadResizing(): Promise<void> {
  await runWorker(new Blob(), new AbortController().signal).catch(() => undefined)
}

/** Starts a worker for one photo: its end frees the memory that decoding took. Rejects if the worker cannot be loaded. */
async function runWorker(file: Blob, signal: AbortSignal): Promise<ResizeResult> {
  const worker = new Worker(new URL('./resize-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<ResizeResult>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ResizeResult>) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      worker.postMessage(file) // oxlint-disable-line unicorn/require-post-message-target-origin -- That is for windows.
    })
  } finally {
    worker.terminate()
  }
}

/** Formats that every browser reads: an unreadable file of these types is damaged. */
const knownTypes = /^image\/(?:jpeg|png|webp|avif|gif)$/

/** Of a file that was moved or deleted after it was picked. */
const noBytes = new ArrayBuffer()

async function describeUnreadable(file: PickedFile): Promise<'empty' | 'heic' | 'damaged' | 'notAPhoto'> {
  if (file.blob.size === 0) return 'empty'
  // The name and the first bytes too: browsers do not always know the type.
  const start = new Uint8Array(
    await file.blob
      .slice(0, 12)
      .arrayBuffer()
      .catch(() => noBytes),
  )
  if (/^image\/hei[cf]/.test(file.blob.type) || /\.hei[cf]$/i.test(file.name) || isHeic(start)) return 'heic'
  return knownTypes.test(file.blob.type) ? 'damaged' : 'notAPhoto'
}
