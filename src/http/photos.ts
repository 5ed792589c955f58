import type { Handler } from 'hono'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'
import { photoType } from '../domain/photo.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { Bindings } from './bindings.ts'

/**
 * `/photos/:name`. A photo's name changes with its content, so that it may be kept for ever, and asked for again is the
 * same. Its type is fixed by its name: nothing that a file holds can make it anything but a picture.
 */
export function createPhotosHandler(photos: PhotoLibrary): Handler<Bindings> {
  return async (context) => {
    const name = context.req.param('name') ?? ''
    const lasting = { ETag: `"${name}"`, 'Cache-Control': 'public, max-age=31536000, immutable' }
    const isKnown = photoType(name) && context.req.header('If-None-Match')?.includes(lasting.ETag)
    if (isKnown) return context.body(null, 304, lasting)
    const file = await photos.read(name)
    if (!file) throw new ShopError('not-found', problems.notFound)
    return context.body(file.bytes, 200, {
      ...lasting,
      'Content-Type': file.type,
      'Content-Length': String(file.bytes.length),
    })
  }
}
