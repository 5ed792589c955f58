import { ShopError } from '../../../src/domain/errors.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import type { ResizeResult, ResizedPhoto } from './resize-worker.ts'

/**
 * Resizes a picked file for the upload, in a worker of its own: ending the worker frees the memory for decoding.
 *
 * @returns `failed` if the browser fails, such as when memory is short.
 * @throws ShopError `unsupported-photo`, for the user. Error if the worker cannot be loaded.
 */
export async function resizePhoto(
  { name, file }: PickedFile,
  rules: PhotoRules,
  signal: AbortSignal,
): Promise<ResizedPhoto | 'failed'> {
  const result = await runWorker(file, signal)
  if (result === 'unreadable') throw new ShopError('unsupported-photo', await describeUnreadable({ name, file }, rules))
  return result
}

type PhotoRules = BrowserMessages['photoRules']

interface PickedFile {
  readonly name: string
  readonly file: Blob
}

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

async function describeUnreadable({ name, file }: PickedFile, rules: PhotoRules): Promise<string> {
  if (file.size === 0) return rules.empty
  if (await isHeic({ name, file })) return rules.heic
  return knownTypes.test(file.type) ? rules.damaged : rules.notAPhoto
}

/** Checks the name, the type and the first bytes (ISO/IEC 23008-12): browsers do not always know the type. */
async function isHeic({ name, file }: PickedFile): Promise<boolean> {
  const start = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer())
  return /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(name) || /^ftyp(?:hei|hev|mif1)/.test(start)
}
