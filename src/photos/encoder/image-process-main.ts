/**
 * The process that decodes untrusted images for `image-process.ts`, one at a time. It is separate so that an image that
 * crashes a decoder does not crash the shop, runs at the lowest priority so that pages come first, and is the first to
 * be killed when memory runs out.
 */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'

import sharp from 'sharp'

import { preferForOomKill } from '../../process/priorities.ts'
import { decode, measure } from './decode.ts'
import { encode } from './encode.ts'
import type { EncodeRequest, EncodeResult, ImageRequest, ImageResponse } from './image-process.ts'
import { PhotoFaultError } from './photo-fault.ts'

try {
  preferForOomKill()
} catch (error) {
  const { createLog } = await import('../../log.ts') // Hardly ever needed.
  createLog('warn', process.stderr).warn(
    { err: error },
    'the process that decodes pictures cannot set its oom_score_adj',
  )
}
flushCompileCache() // Usually this process is killed, and would not write it.
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)
// Ctrl+C in a terminal reaches both processes: the shop decides when this one ends.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (request: ImageRequest) => {
  void answer(request).then((response) => process.send?.(response))
})

async function answer(request: ImageRequest): Promise<ImageResponse> {
  try {
    return { result: request instanceof Uint8Array ? await measure(request) : await encodeFile(request) }
  } catch (error) {
    return error instanceof PhotoFaultError ? { fault: error.fault } : { failure: String(error) }
  }
}

async function encodeFile({ path, sha256 }: EncodeRequest): Promise<EncodeResult> {
  // Read once, so that the digest is of the decoded bytes even if the file changes meanwhile.
  const bytes = await readUpload(path)
  const found = hash('sha256', bytes)
  if (sha256 !== undefined && found !== sha256) throw new PhotoFaultError('changed')
  return { sha256: found, photo: await encode(await decode(bytes)) }
}

/** The upload may have been evicted while it waited in the queue: then it counts as a different file. */
async function readUpload(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new PhotoFaultError('changed', { cause: error })
  }
}
