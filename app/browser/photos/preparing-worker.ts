import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { makeSmaller } from './make-smaller.ts'

/** What is posted back: a photo that may travel, or `null` when the browser cannot decode it. */
export type Prepared = { readonly blob: Blob; readonly sha256: string } | null

/** One photo off the main thread, where it would keep a phone from typing for seconds. The page ends the worker. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const blob = await makeSmaller(data).catch(() => null)
  const prepared: Prepared = blob && { blob, sha256: bytesToHex(sha256(new Uint8Array(await blob.arrayBuffer()))) }
  postMessage(prepared)
})
