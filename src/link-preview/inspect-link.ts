import { setTimeout } from 'node:timers/promises'

import { isShopError } from '../domain/errors.ts'
import { linkRules, type LinkFault, type LinkPreview } from '../domain/link-preview.ts'
import { linkFaults as words, pictureCopy } from '../messages/messages.ts'
import { fetchImage, publicWeb, type FetchRules } from '../photos/remote-copy/fetch-image.ts'
import { checkHead, hostOf } from './check-head.ts'
import { checkImage, hidesImage } from './check-image.ts'
import {
  crawlerHeaders,
  describeNetworkError,
  isTimeout,
  readUpTo,
  requestShop,
  type PendingResponse,
  type ShopAddress,
} from './fetch-shop.ts'
import { measureImage } from './measure-image.ts'

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

/**
 * Checks the link preview of a page as WhatsApp would create it: requests the page and its image and applies all rules.
 *
 * @param path `/` or the path of an item's page.
 */
export async function inspectLink(path: string, options: InspectOptions): Promise<LinkPreview> {
  const url = new URL(path, options.shop.origin)
  const nothing = { title: '', description: '', host: hostOf(url.href), imageUrl: null }
  const page = await readPage(url, options)
  if ('code' in page) return { bubble: nothing, faults: [page] }

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
  return statusCode === 503 && Number.isInteger(seconds) && seconds >= 0 && seconds <= maxBusySeconds
    ? seconds
    : undefined
}

async function readPage(url: URL, options: InspectOptions) {
  const { shop, timeoutMs = linkRules.timeoutMs, attempts = 1 } = options
  try {
    const response = await requestShop(url, shop, timeoutMs)
    const busySeconds = readBusySeconds(response)
    if (busySeconds !== undefined && attempts > 1) {
      response.body.destroy()
      await setTimeout(busySeconds * 1_000)
      return await readPage(url, { ...options, attempts: attempts - 1 })
    }
    const fault = findResponseFault(response)
    if (fault === undefined) return await readUpTo(response, linkRules.pageBytes)
    response.body.destroy()
    return fault
  } catch (error) {
    if (isTimeout(error)) return { code: 'page-slow', message: words.pageSlow(timeoutMs / 1000) } satisfies LinkFault
    return { code: 'page-unreachable', message: words.pageUnreachable(describeNetworkError(error)) } satisfies LinkFault
  }
}

function findResponseFault({ body: { statusCode = 0, headers } }: PendingResponse): LinkFault | undefined {
  if (statusCode >= 300 && statusCode < 400) {
    return { code: 'page-moved', message: words.pageMoved(headers.location ?? '') }
  }
  if (statusCode !== 200) return { code: 'page-refused', message: words.pageRefused(statusCode) }
  if (headers['content-type']?.startsWith('text/html') !== true) {
    return { code: 'page-not-html', message: words.pageNotHtml }
  }
  return undefined
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
      return [{ code: 'picture-refused', message: words.pictureRefused(statusCode) }]
    }
    const bytes = await readUpTo(response, linkRules.pictureBytes)
    const isTooLarge = bytes.length > linkRules.pictureBytes
    return checkImage({
      bytes: bytes.length,
      type: headers['content-type'] ?? '',
      caching: headers['cache-control'] ?? '',
      isOwn,
      isPhoto: isOwn && url.pathname.startsWith('/photos/'),
      measured: isTooLarge ? { fault: 'not-readable' } : await measureImage(bytes, timeoutMs),
    })
  } catch (error) {
    return [toImageFault(error, timeoutMs)]
  }
}

function toImageFault(error: unknown, timeoutMs: number): LinkFault {
  if (isTimeout(error)) {
    return { code: 'picture-slow', message: words.pictureSlow(timeoutMs / 1000) }
  }
  const why = isShopError(error) ? error.message : pictureCopy.unreachable
  return { code: 'picture-unreachable', message: words.pictureUnreachable(why) }
}
