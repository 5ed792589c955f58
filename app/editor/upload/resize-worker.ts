import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { resizeImage } from './resize.ts'

/** A photo that is ready to upload. */
export interface ResizedPhoto {
  readonly blob: Blob
  readonly sha256: string
}

/** The worker's message. `unreadable`: the browser cannot decode the file. `failed`: another step failed. */
export type ResizeResult = ResizedPhoto | 'unreadable' | 'failed'

/** Resizes one photo off the main thread, which it would block for seconds on a phone. The page ends the worker. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(
    await resize(data).catch((error: unknown): ResizeResult => {
      console.error(error)
      return 'failed' // The page does not see a rejection.
    }),
  )
})

async function resize(file: Blob): Promise<ResizeResult> {
  const blob = await resizeImage(file)
  if (!blob) return 'unreadable'
  return { blob, sha256: bytesToHex(sha256(new Uint8Array(await blob.arrayBuffer()))) }
}
