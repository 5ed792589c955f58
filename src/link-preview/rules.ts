import { linkRules, type LinkFault, type LinkFaultCode, type LinkPreview } from '../domain/link-preview.ts'
import { previewSize } from '../domain/photo.ts'
import { fill } from '../domain/template.ts'
import { linkFaults as words } from '../messages/messages.ts'
import type { MeasuredImage } from '../photos/encoder/decode.ts'
import { readHead } from './read-head.ts'

/** A fault, and its message if a page or image has it. */
type Rule<Subject> = readonly [code: LinkFaultCode, check: (subject: Subject) => string | false]

function findFaults<Subject>(rules: readonly Rule<Subject>[], subject: Subject): LinkFault[] {
  return rules.flatMap(([code, check]) => {
    const message = check(subject)
    return message === false ? [] : { code, message }
  })
}

/** A response without its body. `type` is its `Content-Type`. */
export interface PageResponse {
  readonly status: number
  readonly location: string
  readonly type: string
}

const responseRules: readonly Rule<PageResponse>[] = [
  ['page-moved', ({ status, location }) => isRedirect(status) && describeMove(location)],
  ['page-refused', ({ status }) => status !== 200 && !isRedirect(status) && fill(words.pageRefused, { status })],
  ['page-not-html', ({ status, type }) => status === 200 && !type.startsWith('text/html') && words.pageNotHtml],
]

export function checkResponse(response: PageResponse): LinkFault[] {
  return findFaults(responseRules, response)
}

function describeMove(to: string): string {
  return to === '' ? words.pageMoved : fill(words.pageMovedTo, { to })
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

export interface ExpectedPage {
  /** The page's own URL. */
  readonly url: string
  /** The brand, which the title must not repeat; `undefined` for the home page. */
  readonly brand: string | undefined
}

interface Head {
  readonly isWhole: boolean
  readonly brand: string | undefined
  readonly title: string
  readonly description: string
  readonly images: readonly string[]
  /** What the page states as its URL, if that is another one. */
  readonly otherUrl: string | undefined
}

const headRules: readonly Rule<Head>[] = [
  ['head-too-long', ({ isWhole }) => !isWhole && fill(words.headTooLong, { kilobytes: linkRules.pageBytes / 1000 })],
  ['no-title', ({ title }) => title === '' && words.noTitle],
  [
    'brand-in-title',
    ({ title, brand }) => brand !== undefined && repeatsBrand(title, brand) && fill(words.brandInTitle, { brand }),
  ],
  ['no-description', ({ description }) => description === '' && words.noDescription],
  [
    'description-too-long',
    ({ description: { length } }) => length > linkRules.description && fill(words.descriptionTooLong, { length }),
  ],
  ['url-not-canonical', ({ otherUrl }) => otherUrl !== undefined && describeOtherUrl(otherUrl)],
  ['no-picture', ({ images }) => images.length === 0 && words.noPicture],
  ['several-pictures', ({ images }) => images.length > 1 && fill(words.severalPictures, { count: images.length })],
  ['picture-not-absolute', ({ images }) => !images.every(isAbsolute) && words.pictureNotAbsolute],
]

/**
 * Checks a page, as served, against WhatsApp's rules. The image URL in the bubble is taken from the page and not
 * checked.
 */
export function checkHead(page: Uint8Array, { url, brand }: ExpectedPage): LinkPreview {
  const { isWhole, contentsOf, canonical } = readHead(page)
  const [title = ''] = contentsOf('og:title')
  const [description = ''] = contentsOf('og:description')
  const [statedUrl = ''] = contentsOf('og:url')
  const images = contentsOf('og:image').filter((image) => image !== '')
  const otherUrl = [statedUrl, canonical ?? statedUrl].find((address) => address !== url)
  return {
    bubble: { title, description, host: hostOf(url), imageUrl: images.find(isAbsolute) ?? null },
    faults: findFaults(headRules, { isWhole, brand, title, description, images, otherUrl }),
  }
}

function describeOtherUrl(said: string): string {
  return said === '' ? words.urlNotStated : fill(words.urlNotCanonical, { said })
}

/** The host as shown in a bubble. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

function isAbsolute(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

/**
 * Whether a title is the shop's name, or starts or ends with it, separated. A name that is part of the title proper is
 * allowed: 'Stockinette scarf'.
 */
function repeatsBrand(title: string, brand: string): boolean {
  const parts = title.split(/[·|•:]|\s[-–—]\s/)
  const isBrand = (part: string | undefined) => part?.trim().toLowerCase() === brand.toLowerCase()
  return isBrand(parts[0]) || isBrand(parts.at(-1))
}

/** An image as served. */
export interface ServedImage {
  readonly bytes: number
  /** The `Content-Type` and `Cache-Control` of the response. */
  readonly type: string
  readonly caching: string
  /** Whether the shop itself serves it. */
  readonly isOwn: boolean
  /** Whether it is one of the shop's photos, whose URLs are content-addressed. */
  readonly isPhoto: boolean
  readonly measured: MeasuredImage
}

/** WhatsApp's rules, and the shop's own, which are stricter. */
const imageRules: readonly Rule<ServedImage>[] = [
  [
    'picture-too-small',
    ({ measured: { width } }) =>
      width < linkRules.pictureWidth && fill(words.pictureTooSmall, { width, least: linkRules.pictureWidth }),
  ],
  [
    'picture-too-narrow',
    ({ measured: { width, height } }) =>
      Math.max(width, height) > linkRules.pictureAspect * Math.min(width, height) &&
      fill(words.pictureTooNarrow, { aspect: linkRules.pictureAspect }),
  ],
  [
    'picture-type',
    ({ type, measured }) => {
      const statedType = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
      if (statedType === measured.type) return false
      return statedType === ''
        ? fill(words.pictureWithoutType, { is: measured.type })
        : fill(words.pictureType, { said: statedType, is: measured.type })
    },
  ],
  [
    'picture-heavy',
    ({ isOwn, bytes }) =>
      isOwn && bytes > previewSize.bytes && fill(words.pictureHeavy, { kilobytes: previewSize.bytes / 1000 }),
  ],
  [
    'picture-not-lasting',
    ({ isPhoto, caching }) => isPhoto && !/\bimmutable\b/.test(caching) && words.pictureNotLasting,
  ],
]

export function checkImage(image: ServedImage): LinkFault[] {
  return findFaults(imageRules, image)
}

/** WhatsApp still shows an image with these faults. */
const stillShown: ReadonlySet<LinkFaultCode> = new Set(['picture-heavy', 'picture-type', 'picture-not-lasting'])

/** Whether WhatsApp hides an image with this fault. */
export function hidesImage({ code }: LinkFault): boolean {
  return code.startsWith('picture-') && !stillShown.has(code)
}
