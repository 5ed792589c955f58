/**
 * The process that decodes and encodes photos for `encoder.ts`, one after the other: apart from the shop, so that a photo
 * that brings a decoder down brings nothing else down, at the lowest priority, so that pages
 * come first, and the first that is ended when the machine has no memory left.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

import sharp from 'sharp'

import { preferForOomKill } from '../../process/oom-score.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import type { EncoderAnswer, EncoderRequest } from './encoder.ts'
import { PhotoFaultError } from './photo-fault.ts'

preferForOomKill()
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)
// Ctrl+C in a terminal is heard by both processes: the shop decides when this one ends.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (request: EncoderRequest) => {
  void answer(request).then((said) => process.send?.(said))
})

/** What was sent may have been given up while it waited for its turn: then it is as good as another file. */
async function readSent(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new PhotoFaultError('changed', { cause: error })
  }
}

async function answer({ path, sha256 }: EncoderRequest): Promise<EncoderAnswer> {
  try {
    // Read once: what is decoded is what the digest is of, whatever becomes of the file meanwhile.
    const bytes = await readSent(path)
    const found = createHash('sha256').update(bytes).digest('hex')
    if (sha256 !== undefined && found !== sha256) throw new PhotoFaultError('changed')
    return { sha256: found, photo: await encode(await decode(bytes)) }
  } catch (error) {
    return error instanceof PhotoFaultError ? { fault: error.fault } : { failure: String(error) }
  }
}
