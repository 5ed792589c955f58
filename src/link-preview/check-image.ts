import { linkRules, type LinkFault, type LinkFaultCode } from '../domain/link-preview.ts'
import { previewSize } from '../domain/photo.ts'
import { linkFaults as words } from '../messages/messages.ts'
import type { MeasuredImage } from './measure-image.ts'

/** An image as served. */
export interface ServedImage {
  /** The number of bytes, or one more than WhatsApp's limit. */
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

/** WhatsApp still shows an image with these faults. */
const stillShown: ReadonlySet<LinkFaultCode> = new Set(['picture-heavy', 'picture-type', 'picture-not-lasting'])

/** Whether WhatsApp hides an image with this fault. */
export function hidesImage({ code }: LinkFault): boolean {
  return code.startsWith('picture-') && !stillShown.has(code)
}

/** Checks an image against WhatsApp's rules and the shop's own, which are stricter. */
export function checkImage({ bytes, type, caching, isOwn, isPhoto, measured }: ServedImage): LinkFault[] {
  const { pictureBytes, pictureWidth, pictureAspect } = linkRules
  if (bytes > pictureBytes) {
    return [{ code: 'picture-too-large', message: words.pictureTooLarge(pictureBytes / 1000) }]
  }
  if ('fault' in measured) {
    if (measured.fault === 'damaged') return [{ code: 'picture-damaged', message: words.pictureDamaged }]
    return [{ code: 'picture-not-readable', message: words.pictureNotReadable }]
  }
  const faults: LinkFault[] = []
  const { width, height } = measured
  const statedType = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (width < pictureWidth) {
    faults.push({ code: 'picture-too-small', message: words.pictureTooSmall(width, pictureWidth) })
  }
  if (Math.max(width, height) > pictureAspect * Math.min(width, height)) {
    faults.push({ code: 'picture-too-narrow', message: words.pictureTooNarrow(pictureAspect) })
  }
  if (statedType !== measured.type) {
    faults.push({ code: 'picture-type', message: words.pictureType(statedType, measured.type) })
  }
  if (isOwn && bytes > previewSize.bytes) {
    faults.push({ code: 'picture-heavy', message: words.pictureHeavy(previewSize.bytes / 1000) })
  }
  if (isPhoto && !/\bimmutable\b/.test(caching)) {
    faults.push({ code: 'picture-not-lasting', message: words.pictureNotLasting })
  }
  return faults
}
