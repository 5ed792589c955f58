import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { makeSmaller } from './resize.ts'

/** A photo that may travel. */
export interface Ready {
  readonly blob: Blob
  readonly sha256: string
}

/** What is posted back. What the browser cannot decode is `unreadable`; when it fails at another step, `failed`. */
export type Prepared = Ready | 'unreadable' | 'failed'

/** One photo off the main thread, where it would keep a phone from typing for seconds. The page ends the worker. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(
    await prepare(data).catch((error: unknown): Prepared => {
      console.error(error)
      return 'failed' // A rejection does not reach the page by itself.
    }),
  )
})

async function prepare(file: Blob): Promise<Prepared> {
  const blob = await makeSmaller(file)
  if (!blob) return 'unreadable'
  return { blob, sha256: bytesToHex(sha256(new Uint8Array(await blob.arrayBuffer()))) }
}
