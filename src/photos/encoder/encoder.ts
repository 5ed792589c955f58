import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { Sender } from '../fair-slots.ts'
import { EncodingQueue } from './encoding-queue.ts'
import { ImageProcess, type EncodeResult } from './image-process.ts'
import { PhotoFaultError, refusal } from './photo-fault.ts'

/** Encodes photos, one at a time, in a separate process. */
export class Encoder {
  readonly #process = new ImageProcess(60_000)
  readonly #timeoutMs: number
  readonly #queue = new EncodingQueue()
  #isClosed = false

  /** @param options `timeoutMs`: for each photo. */
  constructor({ timeoutMs = 60_000 } = {}) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * Encodes the photo in a file, after those ahead of it in the queue. Returns its files and the SHA-256 of the
   * original.
   *
   * @param sha256 expected digest of the file, in hexadecimal; any if omitted.
   * @throws ShopError `invalid-photo` or `unsupported-photo`; and as `EncodingQueue.run`.
   */
  encode(path: string, sha256?: string, sender: Sender = {}): Promise<EncodeResult> {
    return this.#queue.run(sender, async () => {
      if (this.#isClosed) throw this.#queue.busy()
      try {
        return await this.#process.encode({ path, sha256 }, this.#timeoutMs)
      } catch (error) {
        if (this.#isClosed) throw this.#queue.busy()
        if (error instanceof PhotoFaultError) throw refusal(error.fault)
        throw new ShopError('internal', problems.internal, { cause: error })
      }
    })
  }

  /** Ends the process. Queued photos are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#process.end()
    await this.#queue.onIdle()
  }
}
