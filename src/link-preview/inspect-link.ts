import { setTimeout } from 'node:timers/promises'

import { isShopError } from '../domain/errors.ts'
import { linkRules, type LinkFault, type LinkPreview } from '../domain/link-preview.ts'
import { fill } from '../domain/template.ts'
import { linkFaults as words, pictureCopy } from '../messages/messages.ts'
import { ImageProcess } from '../photos/encoder/image-process.ts'
import { PhotoFaultError } from '../photos/encoder/photo-fault.ts'
import { fetchImage, publicWeb, type FetchRules } from '../photos/remote-copy/fetch-image.ts'
import {
  crawlerHeaders,
  describeNetworkError,
  isTimeout,
  readUpTo,
  requestShop,
  type PendingResponse,
  type ShopAddress,
} from './fetch-shop.ts'
import { checkHead, checkImage, checkResponse, hidesImage, hostOf } from './rules.ts'

export interface InspectOptions {
  readonly shop: ShopAddress
  /** The shop's name. */
  readonly brand: string
  /** Timeout for each response. */
  readonly timeoutMs?: number
  /** Which servers images may be fetched from. */
  readonly rules?: FetchRules
  /** How often the page is requested at most while the shop is busy and sends Retry-After; once if omitted. */
  readonly attempts?: number
}

/** The longest Retry-After that is waited for. */
const maxBusySeconds = 60

/** Ends as soon as no image waits. */
const imageProcess = new ImageProcess(0)

/**
 * Checks the link preview of a page as WhatsApp would create it: requests the page and its image and applies all rules.
 *
 * @param path `/` or the path of an item's page.
 */
export async function inspectLink(path: string, options: InspectOptions): Promise<LinkPreview> {
  const url = new URL(path, options.shop.origin)
  const nothing = { title: '', description: '', host: hostOf(url.href), imageUrl: null }
  const page = await readPage(url, options)
  if (Array.isArray(page)) return { bubble: nothing, faults: page }

  const brand = path === '/' ? undefined : options.brand
  const { bubble, faults: headFaults } = checkHead(page, { url: url.href, brand })
  if (bubble.imageUrl === null) return { bubble, faults: headFaults }
  const imageFaults = await inspectImage(new URL(bubble.imageUrl), options)
  const imageUrl = imageFaults.some(hidesImage) ? null : bubble.imageUrl
  return { bubble: { ...bubble, imageUrl }, faults: [...headFaults, ...imageFaults] }
}

/** How long the shop asks to wait because it is busy, if it does. */
function readBusySeconds({ body: { statusCode, headers } }: PendingResponse): number | undefined {
  const seconds = Number(headers['retry-after'])
  const isBusy = statusCode === 503 && Number.isInteger(seconds) && seconds >= 0 && seconds <= maxBusySeconds
  return isBusy ? seconds : undefined
}

/** The start of the page, or why there is none. */
async function readPage(url: URL, options: InspectOptions): Promise<Buffer | LinkFault[]> {
  const { shop, timeoutMs = linkRules.timeoutMs, attempts = 1 } = options
  try {
    const response = await requestShop(url, shop, timeoutMs)
    const { statusCode: status = 0, headers } = response.body
    const busySeconds = readBusySeconds(response)
    if (busySeconds !== undefined && attempts > 1) {
      response.body.destroy()
      await setTimeout(busySeconds * 1_000)
      return await readPage(url, { ...options, attempts: attempts - 1 })
    }
    const faults = checkResponse({ status, location: headers.location ?? '', type: headers['content-type'] ?? '' })
    if (faults.length === 0) return await readUpTo(response, linkRules.pageBytes)
    response.body.destroy()
    return faults
  } catch (error) {
    return isTimeout(error)
      ? [{ code: 'page-slow', message: fill(words.pageSlow, { seconds: timeoutMs / 1000 }) }]
      : [{ code: 'page-unreachable', message: fill(words.pageUnreachable, { why: describeNetworkError(error) }) }]
  }
}

async function inspectImage(url: URL, options: InspectOptions): Promise<LinkFault[]> {
  const { shop, timeoutMs = linkRules.timeoutMs, rules = publicWeb } = options
  const isOwn = url.origin === shop.origin
  try {
    const response = isOwn
      ? await requestShop(url, shop, timeoutMs)
      : await fetchImage(url.href, { ...rules, timeoutMs, headers: crawlerHeaders })
    const { statusCode = 0, headers } = response.body
    if (statusCode !== 200) {
      response.body.destroy()
      return [{ code: 'picture-refused', message: fill(words.pictureRefused, { status: statusCode }) }]
    }
    const bytes = await readUpTo(response, linkRules.pictureBytes)
    if (bytes.length > linkRules.pictureBytes) {
      const message = fill(words.pictureTooLarge, { kilobytes: linkRules.pictureBytes / 1000 })
      return [{ code: 'picture-too-large', message }]
    }
    return checkImage({
      bytes: bytes.length,
      type: headers['content-type'] ?? '',
      caching: headers['cache-control'] ?? '',
      isOwn,
      isPhoto: isOwn && url.pathname.startsWith('/photos/'),
      measured: await imageProcess.measure(bytes, timeoutMs),
    })
  } catch (error) {
    return [toImageFault(error, timeoutMs)]
  }
}

function toImageFault(error: unknown, timeoutMs: number): LinkFault {
  if (isTimeout(error)) return { code: 'picture-slow', message: fill(words.pictureSlow, { seconds: timeoutMs / 1000 }) }
  if (error instanceof PhotoFaultError) {
    const isReadable = error.fault !== 'not-a-photo' && error.fault !== 'heic'
    if (isReadable) return { code: 'picture-damaged', message: words.pictureDamaged }
    return { code: 'picture-not-readable', message: words.pictureNotReadable }
  }
  const why = isShopError(error) && error.message !== pictureCopy.unreachable ? error.message : ''
  const message = why === '' ? words.pictureUnreachable : fill(words.pictureUnreachableBecause, { why })
  return { code: 'picture-unreachable', message }
}
