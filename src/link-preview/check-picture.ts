import { linkRules } from '../domain/link-preview.ts'
import type { LinkFault, LinkFaultCode } from '../domain/link-preview.ts'
import { previewSize } from '../domain/photo.ts'
import { linkFaults as words } from '../messages/messages.ts'
import type { MeasuredPicture } from './measure-picture.ts'

/** A picture as it was served. */
export interface ServedPicture {
  /** How many bytes, or one more than the most that WhatsApp takes. */
  readonly bytes: number
  /** The `Content-Type` and `Cache-Control` that it came with. */
  readonly type: string
  readonly caching: string
  /** Whether the shop itself serves it. */
  readonly isOwn: boolean
  /** Whether it is one of the shop's photos, whose addresses change with their content. */
  readonly isPhoto: boolean
  readonly measured: MeasuredPicture
}

/** These faults spoil more than they hide: WhatsApp shows the picture all the same. */
const shownAllTheSame: ReadonlySet<LinkFaultCode> = new Set(['picture-heavy', 'picture-type', 'picture-not-lasting'])

/** Whether WhatsApp shows no picture with this fault. */
export function hidesPicture({ code }: LinkFault): boolean {
  return code.startsWith('picture-') && !shownAllTheSame.has(code)
}

/** Holds a picture that is there against WhatsApp's rules for it, and against the shop's own, which are stricter. */
export function checkPicture({ bytes, type, caching, isOwn, isPhoto, measured }: ServedPicture): LinkFault[] {
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
  const saidType = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (width < pictureWidth) {
    faults.push({ code: 'picture-too-small', message: words.pictureTooSmall(width, pictureWidth) })
  }
  if (Math.max(width, height) > pictureAspect * Math.min(width, height)) {
    faults.push({ code: 'picture-too-narrow', message: words.pictureTooNarrow(pictureAspect) })
  }
  if (saidType !== measured.type) {
    faults.push({ code: 'picture-type', message: words.pictureType(saidType, measured.type) })
  }
  if (isOwn && bytes > previewSize.bytes) {
    faults.push({ code: 'picture-heavy', message: words.pictureHeavy(previewSize.bytes / 1000) })
  }
  if (isPhoto && !/\bimmutable\b/.test(caching)) {
    faults.push({ code: 'picture-not-lasting', message: words.pictureNotLasting })
  }
  return faults
}
