import { FairQueue } from '@stockinette/rate-limit/fair-queue.ts'
import { FairSlots } from '@stockinette/rate-limit/fair-slots.ts'

import { ShopError } from '../../domain/errors.ts'
import { photoRules, problems } from '../../messages/messages.ts'
import { ImageProcess, type EncodeResult } from './image-process.ts'
import { PhotoFaultError } from './photo-fault.ts'
import { refusal } from './refusal.ts'

/** The sender of a photo; nothing is known of the shop's own photos. */
export interface Sender {
  readonly account?: string | undefined
  readonly network?: string | undefined
}

/** How many photos wait beside the one that is encoded, and how many of those and it may be of one account. */
const maxPhotos = { waiting: 49, ofAccount: 10 }

const retryAfterSeconds = 10

/** For each photo. */
const timeoutMs = 60_000

/** Encodes photos, one at a time, in a separate process. */
export class Encoder {
  readonly #process = new ImageProcess(60_000)
  readonly #queue = new FairQueue({ concurrency: 1, maxWaiting: maxPhotos.waiting, refusal: busy })
  readonly #byAccount = new FairSlots<symbol>({ all: Infinity, loses: 'newest', replacesOwn: false })
  #isClosed = false

  /**
   * Encodes the photo in a file, after those ahead of it in the queue. Returns its files and the SHA-256 of the
   * original.
   *
   * @param sha256 expected digest of the file, in hexadecimal; any if omitted.
   * @throws ShopError `invalid-photo` or `unsupported-photo`; `photos-busy` when too many wait, `too-many-requests` when too
   *   many of the account do.
   */
  async encode(path: string, sha256?: string, { account, network = '' }: Sender = {}): Promise<EncodeResult> {
    const photo = Symbol(path)
    if (account !== undefined) {
      if (this.#byAccount.countOf(account) >= maxPhotos.ofAccount) {
        throw new ShopError('too-many-requests', photoRules.tooManyUploads, { retryAfterSeconds })
      }
      this.#byAccount.take(photo, account)
    }
    return this.#queue.run(network, () => this.#encodeNow(path, sha256)).finally(() => this.#byAccount.release(photo))
  }

  /** Ends the process. Queued photos are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#process.end()
    await this.#queue.onIdle()
  }

  async #encodeNow(path: string, sha256: string | undefined): Promise<EncodeResult> {
    if (this.#isClosed) throw busy()
    try {
      return await this.#process.encode({ path, sha256 }, timeoutMs)
    } catch (error) {
      if (this.#isClosed) throw busy()
      if (error instanceof PhotoFaultError) throw refusal(error.fault)
      throw new ShopError('internal', problems.internal, { cause: error })
    }
  }
}

function busy(): ShopError {
  return new ShopError('photos-busy', photoRules.busy, { retryAfterSeconds })
}
