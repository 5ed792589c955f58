import { setTimeout } from 'node:timers/promises'

import { isShopError } from '../domain/errors.ts'
import { linkRules } from '../domain/link-preview.ts'
import type { LinkFault, LinkPreview } from '../domain/link-preview.ts'
import { linkFaults as words, pictureCopy } from '../messages/messages.ts'
import { fetchImage, publicWeb } from '../photos/remote-copy/fetch-image.ts'
import type { FetchRules } from '../photos/remote-copy/fetch-image.ts'
import { checkHead, hostOf } from './check-head.ts'
import { checkPicture, hidesPicture } from './check-picture.ts'
import { askShop, crawlerHeaders, isTimeout, readUpTo, reasonOf } from './fetch-shop.ts'
import type { Asked, ShopPlace } from './fetch-shop.ts'
import { measurePicture } from './measure-picture.ts'

export interface InspectOptions {
  readonly place: ShopPlace
  /** The shop's name. */
  readonly brand: string
  /** How long each answer is waited for. */
  readonly patienceMs?: number
  /** What of the web pictures may be fetched from. */
  readonly rules?: FetchRules
  /** How often the page is asked for at most, while the shop says that it is busy and until when; once if left out. */
  readonly attempts?: number
}

/** A shop that is busy for longer is not waited for. */
const maxBusySeconds = 60

/**
 * Looks at one of the shop's pages as WhatsApp does when its link is shared: asks for the page and for its picture, and
 * holds what is served against every rule.
 *
 * @param path `/`, or of a piece's page.
 */
export async function inspectLink(path: string, options: InspectOptions): Promise<LinkPreview> {
  const url = new URL(path, options.place.origin)
  const nothing = { title: '', description: '', host: hostOf(url.href), imageUrl: null }
  const page = await readPage(url, options)
  if ('code' in page) return { bubble: nothing, faults: [page] }

  const brand = path === '/' ? undefined : options.brand
  const { bubble, faults: ofHead } = checkHead(page, { url: url.href, brand })
  if (bubble.imageUrl === null) return { bubble, faults: ofHead }
  const ofPicture = await inspectPicture(new URL(bubble.imageUrl), options)
  const imageUrl = ofPicture.some(hidesPicture) ? null : bubble.imageUrl
  return { bubble: { ...bubble, imageUrl }, faults: [...ofHead, ...ofPicture] }
}

/** For how long the shop is too busy to show a page, as far as it says so. */
function busySecondsOf({ body: { statusCode, headers } }: Asked): number | undefined {
  const seconds = Number(headers['retry-after'])
  return statusCode === 503 && Number.isInteger(seconds) && seconds >= 0 && seconds <= maxBusySeconds
    ? seconds
    : undefined
}

async function readPage(url: URL, options: InspectOptions) {
  const { place, patienceMs = linkRules.timeoutMs, attempts = 1 } = options
  try {
    const asked = await askShop(url, place, patienceMs)
    const busySeconds = busySecondsOf(asked)
    if (busySeconds !== undefined && attempts > 1) {
      asked.body.destroy()
      await setTimeout(busySeconds * 1_000)
      return await readPage(url, { ...options, attempts: attempts - 1 })
    }
    const fault = faultOfAnswer(asked)
    if (fault === undefined) return await readUpTo(asked, linkRules.pageBytes)
    asked.body.destroy()
    return fault
  } catch (error) {
    if (isTimeout(error)) return { code: 'page-slow', message: words.pageSlow(patienceMs / 1000) } satisfies LinkFault
    return { code: 'page-unreachable', message: words.pageUnreachable(reasonOf(error)) } satisfies LinkFault
  }
}

function faultOfAnswer({ body: { statusCode = 0, headers } }: Asked): LinkFault | undefined {
  if (statusCode >= 300 && statusCode < 400) {
    return { code: 'page-moved', message: words.pageMoved(headers.location ?? '') }
  }
  if (statusCode !== 200) return { code: 'page-refused', message: words.pageRefused(statusCode) }
  if (headers['content-type']?.startsWith('text/html') !== true) {
    return { code: 'page-not-html', message: words.pageNotHtml }
  }
  return undefined
}

async function inspectPicture(url: URL, options: InspectOptions): Promise<LinkFault[]> {
  const { place, patienceMs = linkRules.timeoutMs, rules = publicWeb } = options
  const isOwn = url.origin === place.origin
  try {
    const asked = isOwn
      ? await askShop(url, place, patienceMs)
      : await fetchImage(url.href, { ...rules, timeoutMs: patienceMs, headers: crawlerHeaders })
    const { statusCode = 0, headers } = asked.body
    if (statusCode !== 200) {
      asked.body.destroy()
      return [{ code: 'picture-refused', message: words.pictureRefused(statusCode) }]
    }
    const bytes = await readUpTo(asked, linkRules.pictureBytes)
    const isTooLarge = bytes.length > linkRules.pictureBytes
    return checkPicture({
      bytes: bytes.length,
      type: headers['content-type'] ?? '',
      caching: headers['cache-control'] ?? '',
      isOwn,
      isPhoto: isOwn && url.pathname.startsWith('/photos/'),
      measured: isTooLarge ? { fault: 'not-readable' } : await measurePicture(bytes, patienceMs),
    })
  } catch (error) {
    return [faultOfPicture(error, patienceMs)]
  }
}

function faultOfPicture(error: unknown, patienceMs: number): LinkFault {
  if (isTimeout(error)) {
    return { code: 'picture-slow', message: words.pictureSlow(patienceMs / 1000) }
  }
  const why = isShopError(error) ? error.message : pictureCopy.unreachable
  return { code: 'picture-unreachable', message: words.pictureUnreachable(why) }
}
