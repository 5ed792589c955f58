import { widestNetwork } from '@stockinette/rate-limit/networks.ts'
import { Hono, type Context } from 'hono'

import { isServerFault, isShopError, ShopError } from '../domain/errors.ts'
import { imageUrlOf, photoLimits, previewUrl, srcset, type Photo } from '../domain/photo.ts'
import { photoRules, problems } from '../messages/messages.ts'
import type { Access } from '../owners/access.ts'
import type { Permissions } from '../owners/permissions.ts'
import type { Bindings } from '../web/bindings.ts'
import { clientAddress } from '../web/middleware/client-address.ts'
import { readThenCheck } from '../web/middleware/read-body.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { PhotoLibrary } from './photo-library.ts'
import type { UploadKey, Uploads } from './uploads.ts'
import { photoTooLarge } from './write-photo.ts'

export interface PhotosApiOptions {
  readonly access: Access
  readonly permissions: Permissions
  readonly limits: Limits
  readonly photos: PhotoLibrary
  readonly trustedProxies: number
  readonly uploads: Uploads
}

/**
 * Photo uploads, for users who may add items, at `/:sha256`, the SHA-256 of the photo in hexadecimal: a photo is never
 * sent twice, and an upload resumes after a lost connection. Headers as in draft-ietf-httpbis-resumable-upload.
 *
 * - `GET`: 200 with the photo if it exists (waits while it is being created); otherwise 204, with the number of
 *   received bytes in `Upload-Offset`.
 * - `PUT`: the whole photo. 201 with the photo; 200 if it already exists.
 * - `PATCH`: the bytes from `Upload-Offset` on, answered like `PUT`; with `Upload-Complete: ?0` a part of them,
 *   answered with 204 and the new `Upload-Offset`. 409 if the offset is wrong: `GET` returns the right one. Like any
 *   request, it may take 30 seconds: parts of 128 KB get through on slow networks.
 */
export function createPhotosApi(options: PhotosApiOptions) {
  const { access, permissions, limits, photos, trustedProxies, uploads } = options
  const api = new Hono<Bindings>()

  const identify = async (context: Context<Bindings>): Promise<UploadKey> => {
    const visitor = await access.identify(context.req.header('Authorization'))
    await permissions.requireMayAdd(visitor)
    const sha256 = context.req.param('sha256') ?? ''
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new ShopError('not-found', problems.notFound)
    return { uid: visitor.uid, sha256 }
  }

  const networkOf = (context: Context<Bindings>) => widestNetwork(clientAddress(context, trustedProxies))

  /** Receives bytes from an offset on. @returns how many bytes of the photo have arrived. */
  const receive = async (context: Context<Bindings>, key: UploadKey, offset: number) => {
    const { incoming } = context.env
    if (offset + Number(incoming.headers['content-length'] ?? 0) > photoLimits.bytes) {
      await uploads.remove(key)
      throw photoTooLarge()
    }
    if (offset === 0) await limits.addPhoto(key.uid, clientAddress(context, trustedProxies))
    const read = () => uploads.append(key, offset, incoming, networkOf(context))
    return readThenCheck(context, { read, check: () => identify(context) })
  }

  /** Creates the photo from the received file, which is kept for a retry if the failure is not the photo's fault. */
  const finish = async (context: Context<Bindings>, key: UploadKey) => {
    try {
      const photo = await photos.add(uploads.path(key), key.sha256, key.uid, networkOf(context))
      await uploads.remove(key)
      return context.json(answerOf(photo), 201, { 'Upload-Complete': '?1' })
    } catch (error) {
      if (!isServerFault(error) && !isTooManyRequests(error)) await uploads.remove(key)
      throw error
    }
  }

  api.get('/:sha256', async (context) => {
    const key = await identify(context)
    const photo = await photos.findByContent(uploads.path(key), key.sha256)
    if (photo) return context.json(answerOf(photo), 200, { 'Upload-Complete': '?1' })
    return context.body(null, 204, partHeaders(await uploads.offset(key)))
  })

  api.put('/:sha256', async (context) => {
    const key = await identify(context)
    const photo = await photos.findByContent(uploads.path(key), key.sha256)
    if (photo) return context.json(answerOf(photo), 200, { 'Upload-Complete': '?1' })
    await uploads.remove(key)
    await receive(context, key, 0)
    return finish(context, key)
  })

  api.patch('/:sha256', async (context) => {
    const key = await identify(context)
    const offset = readOffset(context.req.header('Upload-Offset'))
    const size = await receive(context, key, offset)
    if (context.req.header('Upload-Complete') === '?0') return context.body(null, 204, partHeaders(size))
    return finish(context, key)
  })
  return api
}

function isTooManyRequests(error: unknown): boolean {
  return isShopError(error) && error.code === 'too-many-requests'
}

/** Everything a page needs to show a photo at once. */
function answerOf(photo: Photo) {
  return {
    ...photo,
    url: imageUrlOf(photo),
    preview: previewUrl(photo.id),
    sources: (['avif', 'webp'] as const).map((format) => ({ type: `image/${format}`, srcset: srcset(photo, format) })),
  }
}

function partHeaders(offset: number) {
  return {
    'Upload-Offset': String(offset),
    'Upload-Complete': '?0',
    'Upload-Limit': `max-size=${photoLimits.bytes}`,
    'Cache-Control': 'no-store',
  }
}

function readOffset(header: string | undefined): number {
  if (header === undefined || !/^\d{1,9}$/.test(header)) {
    throw new ShopError('invalid-request', photoRules.wrongOffset)
  }
  return Number(header)
}
