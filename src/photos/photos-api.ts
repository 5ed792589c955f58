import { widestNetwork } from '@stockinette/rate-limit/address.ts'
import { Hono, type Context } from 'hono'

import { isServerFault, isShopError, ShopError } from '../domain/errors.ts'
import { imageUrlOf, photoLimits, previewUrl, srcset, type Photo } from '../domain/photo.ts'
import { photoRules, problems } from '../messages/messages.ts'
import { requireMayAdd, type RequestChecks } from '../owners/permissions.ts'
import type { Bindings } from '../web/bindings.ts'
import { readThenCheck } from '../web/middleware/read-body.ts'
import type { PhotoLibrary } from './photo-library.ts'
import { photoTooLarge } from './save-photo.ts'
import type { UploadHold, UploadKey, Uploads } from './uploads.ts'

export interface PhotosApiOptions extends RequestChecks {
  readonly photos: PhotoLibrary
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
  const { photos, uploads } = options
  const receiver = createReceiver(options)
  const api = new Hono<Bindings>()

  api.get('/:sha256', async (context) => {
    const key = await receiver.identify(context)
    const photo = await photos.findByContent(uploads.path(key), key.sha256)
    return photo ? answerPhoto(context, photo, 200) : answerPart(context, await uploads.offset(key))
  })

  api.put('/:sha256', async (context) => {
    const key = await receiver.identify(context)
    const photo = await photos.findByContent(uploads.path(key), key.sha256)
    using hold = uploads.hold(key)
    await uploads.remove(key)
    if (photo) return answerPhoto(context, photo, 200)
    await receiver.receive(context, key, 0)
    return answerPhoto(context, await receiver.finish(context, key, hold), 201)
  })

  api.patch('/:sha256', async (context) => {
    const key = await receiver.identify(context)
    const offset = readOffset(context.req.header('Upload-Offset'))
    using hold = uploads.hold(key)
    const size = await receiver.receive(context, key, offset)
    if (context.req.header('Upload-Complete') === '?0') return answerPart(context, size)
    return answerPhoto(context, await receiver.finish(context, key, hold), 201)
  })
  return api
}

/** The steps of an upload. */
function createReceiver(options: PhotosApiOptions) {
  const { limits, photos, uploads } = options
  const networkOf = (context: Context<Bindings>) => widestNetwork(context.get('clientAddress'))

  const identify = async (context: Context<Bindings>): Promise<UploadKey> => {
    const { uid } = await requireMayAdd(options, context)
    const sha256 = context.req.param('sha256') ?? ''
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new ShopError('not-found', problems.notFound)
    return { uid, sha256 }
  }
  return {
    identify,
    /** Receives bytes from an offset on. @returns how many bytes of the photo have arrived. */
    async receive(context: Context<Bindings>, key: UploadKey, offset: number): Promise<number> {
      const { incoming } = context.env
      if (offset + Number(incoming.headers['content-length'] ?? 0) > photoLimits.bytes) {
        await uploads.remove(key)
        throw photoTooLarge()
      }
      if (offset === 0) await limits.addPhoto(key.uid, context.get('clientAddress'))
      const read = () => uploads.append(key, offset, incoming, networkOf(context))
      return readThenCheck(read, () => identify(context))
    },
    /** Creates the photo from the received file, which is kept for a retry if the failure is not the photo's fault. */
    async finish(context: Context<Bindings>, key: UploadKey, hold: UploadHold): Promise<Photo> {
      const account = key.uid
      try {
        const photo = await photos.add(uploads.path(key), key.sha256, { account, network: networkOf(context) })
        await hold.removeFinished()
        return photo
      } catch (error) {
        const isTooManyRequests = isShopError(error) && error.code === 'too-many-requests'
        if (!isServerFault(error) && !isTooManyRequests) await hold.removeFinished()
        throw error
      }
    },
  }
}

/** Everything a page needs to show a photo at once. */
function answerPhoto(context: Context, photo: Photo, status: 200 | 201) {
  const formats = ['avif', 'webp'] as const
  const sources = formats.map((format) => ({ type: `image/${format}`, srcset: srcset(photo, format) }))
  const answer = { ...photo, url: imageUrlOf(photo), preview: previewUrl(photo.id), sources }
  return context.json(answer, status, { 'Upload-Complete': '?1' })
}

function answerPart(context: Context, offset: number) {
  return context.body(null, 204, {
    'Upload-Offset': String(offset),
    'Upload-Complete': '?0',
    'Upload-Limit': `max-size=${photoLimits.bytes}`,
    'Cache-Control': 'no-store',
  })
}

function readOffset(header: string | undefined): number {
  if (header === undefined || !/^\d{1,9}$/.test(header)) {
    throw new ShopError('invalid-request', photoRules.wrongOffset)
  }
  return Number(header)
}
