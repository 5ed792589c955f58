import { widestNetwork, type Address } from '@stockinette/rate-limit/address.ts'
import { FairQueue } from '@stockinette/rate-limit/fair-queue.ts'
import type { Handler } from 'hono'
import { LRUCache } from 'lru-cache'

import { isBusy, ShopError } from '../domain/errors.ts'
import { photoType, type PhotoFiles } from '../domain/photo.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { busyError, type Limits } from '../web/shop-limits.ts'
import type { PhotoLibrary } from './photo-library.ts'
import { fileNamesOf, photoIdOfFile } from './trash.ts'

/** For recently requested photos. Concurrent and slow readers share one copy in memory. */
const cacheBytes = 32 * 1024 * 1024

/** How long a removed photo is still served from the cache. */
const cacheMs = 10 * 60_000

/** Each read takes a file descriptor and a photo's memory, or a request to a bucket. */
const readQueueLimits = { concurrency: 64, maxWaiting: 2_000, refusal: busyError }

interface PhotosHandlerOptions {
  readonly photos: Pick<PhotoLibrary, 'read'>
  /** A photo that an item or the shop settings use, as far as this process knows. Costs no billed read. */
  readonly findUsed: (photoId: string) => Promise<PhotoFiles | undefined>
  readonly limits: Pick<Limits, 'missingPhotos'>
}

/**
 * `/photos/:name`. URLs are content-addressed, so responses are immutable. The type depends on the name only: no file
 * content is ever served as anything but an image.
 */
export function createPhotosHandler({ photos, findUsed, limits }: PhotosHandlerOptions): Handler<Bindings> {
  const queue = new FairQueue(readQueueLimits)
  const files = new LRUCache<string, Uint8Array<ArrayBuffer>, string>({
    maxSize: cacheBytes,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
    ttl: cacheMs,
    ignoreFetchAbort: true, // A photo whose place others have taken meanwhile is sent all the same.
    fetchMethod: (name, _last, { context: network }) => queue.run(network, () => photos.read(name)),
  })
  /** Many people share an address, so one of them does not take the photos of pages away from the others. */
  const requireCredit = async (name: string, address: Address) => {
    try {
      limits.missingPhotos.requireCredit(address)
    } catch (error) {
      const used = await findUsed(photoIdOfFile(name))
      // Thousands of other names have its id, too.
      if (used === undefined || !fileNamesOf(used).includes(name)) throw error
    }
  }
  return async (context) => {
    const name = context.req.param('name') ?? ''
    const lasting = { ETag: `"${name}"`, 'Cache-Control': 'public, max-age=31536000, immutable' }
    const type = photoType(name)
    if (type === undefined) throw new ShopError('not-found', problems.notFound)
    if (context.req.header('If-None-Match')?.includes(lasting.ETag)) return context.body(null, 304, lasting)
    const address = context.get('clientAddress')
    if (!files.has(name)) await requireCredit(name, address)
    const network = widestNetwork(address)
    const bytes = await files.fetch(name, { context: network }).catch((error: unknown) =>
      // It may have been the read of another client, which has lost its place.
      isBusy(error) ? queue.run(network, () => photos.read(name)) : Promise.reject(error),
    )
    if (bytes === undefined) {
      limits.missingPhotos.spend(address, 1)
      throw new ShopError('not-found', problems.notFound)
    }
    return context.body(bytes, 200, { ...lasting, 'Content-Type': type, 'Content-Length': String(bytes.length) })
  }
}
