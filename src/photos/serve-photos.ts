import type { Handler } from 'hono'
import { LRUCache } from 'lru-cache'

import { ShopError } from '../domain/errors.ts'
import { photoType } from '../domain/photo.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { createRenderQueue } from '../web/bounded-queue.ts'
import type { PhotoFile, PhotoLibrary } from './photo-library.ts'

/** Of photos that were asked for lately. They are in memory once, however many read them, and however slowly. */
const cacheBytes = 32 * 1024 * 1024

/** A photo that was removed is served from the cache no longer than this. */
const cacheMs = 10 * 60_000

/** Each takes a file descriptor and a photo's memory, or a request to a bucket. */
const readAtOnce = { concurrency: 64, maxWaiting: 2_000 }

/**
 * `/photos/:name`. A photo's name changes with its content, so that it may be kept for ever, and asked for again is the
 * same. Its type is fixed by its name: nothing that a file holds can make it anything but a picture.
 */
export function createPhotosHandler(photos: Pick<PhotoLibrary, 'read'>): Handler<Bindings> {
  const queue = createRenderQueue(readAtOnce)
  const files = new LRUCache<string, PhotoFile>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, 1),
    ttl: cacheMs,
    fetchMethod: (name) => queue(() => photos.read(name)),
  })
  return async (context) => {
    const name = context.req.param('name') ?? ''
    const lasting = { ETag: `"${name}"`, 'Cache-Control': 'public, max-age=31536000, immutable' }
    const isPhoto = photoType(name) !== undefined
    if (isPhoto && context.req.header('If-None-Match')?.includes(lasting.ETag)) return context.body(null, 304, lasting)
    const file = isPhoto ? await files.fetch(name) : undefined
    if (!file) throw new ShopError('not-found', problems.notFound)
    return context.body(file.bytes, 200, {
      ...lasting,
      'Content-Type': file.type,
      'Content-Length': String(file.bytes.length),
    })
  }
}
