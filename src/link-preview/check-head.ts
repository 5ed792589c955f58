import { type LinkFault, type LinkPreview, linkRules } from '../domain/link-preview.ts'
import { linkFaults as words } from '../messages/messages.ts'
import { readHead } from './read-head.ts'

export interface ExpectedPage {
  /** The page's own URL. */
  readonly url: string
  /** The brand, which the title must not repeat; `undefined` for the home page. */
  readonly brand: string | undefined
}

/**
 * Checks a page, as served, against WhatsApp's rules. The image URL in the bubble is taken from the page and not
 * checked.
 */
export function checkHead(page: Uint8Array, { url, brand }: ExpectedPage): LinkPreview {
  const { isWhole, properties, canonical } = readHead(page)
  const valuesOf = (property: string) => properties.get(property) ?? []
  const [title = ''] = valuesOf('og:title')
  const [description = ''] = valuesOf('og:description')
  const images = valuesOf('og:image').filter((image) => image !== '')
  const imageUrl = images.find((image) => isAbsolute(image)) ?? null
  const ownUrl = valuesOf('og:url')[0] ?? ''

  const faults: LinkFault[] = []
  if (!isWhole) faults.push({ code: 'head-too-long', message: words.headTooLong(linkRules.pageBytes / 1000) })
  if (title === '') faults.push({ code: 'no-title', message: words.noTitle })
  if (brand !== undefined && repeatsBrand(title, brand)) {
    faults.push({ code: 'brand-in-title', message: words.brandInTitle(brand) })
  }
  if (description === '') faults.push({ code: 'no-description', message: words.noDescription })
  if (description.length > linkRules.description) {
    faults.push({ code: 'description-too-long', message: words.descriptionTooLong(description.length) })
  }
  const other = [ownUrl, canonical ?? ownUrl].find((address) => address !== url)
  if (other !== undefined) faults.push({ code: 'url-not-canonical', message: words.urlNotCanonical(other) })
  if (images.length === 0) faults.push({ code: 'no-picture', message: words.noPicture })
  if (images.length > 1) faults.push({ code: 'several-pictures', message: words.severalPictures(images.length) })
  if (!images.every(isAbsolute)) faults.push({ code: 'picture-not-absolute', message: words.pictureNotAbsolute })
  return { bubble: { title, description, host: hostOf(url), imageUrl }, faults }
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
