import { ShopError } from '../../../src/domain/errors.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import type { Prepared, Ready } from './resize-worker.ts'

/**
 * Makes a picked file ready to travel. Each has a worker of its own: what a phone needs to decode 12 megapixels is given
 * back with it.
 *
 * @returns `failed` when the browser cannot right now, as where memory is short.
 * @throws ShopError `unsupported-photo`, for people. Error when the worker could not be loaded.
 */
export async function preparePhoto(
  { name, file }: Picked,
  rules: PhotoRules,
  signal: AbortSignal,
): Promise<Ready | 'failed'> {
  const prepared = await askWorker(file, signal)
  if (prepared === 'unreadable') throw new ShopError('unsupported-photo', await whyUnreadable({ name, file }, rules))
  return prepared
}

type PhotoRules = BrowserMessages['photoRules']

interface Picked {
  readonly name: string
  readonly file: Blob
}

async function askWorker(file: Blob, signal: AbortSignal): Promise<Prepared> {
  const worker = new Worker(new URL('./resize-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Prepared>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Prepared>) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      worker.postMessage(file) // oxlint-disable-line unicorn/require-post-message-target-origin -- That is for windows.
    })
  } finally {
    worker.terminate()
  }
}

/** Formats that every browser reads: what cannot be read of them is damaged. */
const knownTypes = /^image\/(?:jpeg|png|webp|avif|gif)$/

async function whyUnreadable({ name, file }: Picked, rules: PhotoRules): Promise<string> {
  if (file.size === 0) return rules.empty
  if (await isHeic({ name, file })) return rules.heic
  return knownTypes.test(file.type) ? rules.damaged : rules.notAPhoto
}

/** By name, by type or by its first bytes (ISO/IEC 23008-12): phones and browsers do not always know the first two. */
async function isHeic({ name, file }: Picked): Promise<boolean> {
  const start = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer())
  return /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(name) || /^ftyp(?:hei|hev|mif1)/.test(start)
}
