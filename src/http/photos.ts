import type { Handler } from 'hono'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'
import type { PhotoFolder } from '../photos/photo-folder.ts'
import type { Bindings } from './bindings.ts'

/** A photo's name changes with its content, so that it may be kept for ever. Its type is fixed by its name. */
export function createPhotosHandler(photos: PhotoFolder): Handler<Bindings> {
  return async (context) => {
    const photo = await photos.open(context.req.param('name') ?? '')
    if (!photo) throw new ShopError('not-found', problems.notFound)
    return context.body(photo.stream, 200, {
      'Content-Type': photo.type,
      'Content-Length': String(photo.size),
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  }
}
