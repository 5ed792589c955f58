import { parseUrl } from './parse-url.ts'

/** A part of a text: plain, or an address to link to. */
export interface TextPart {
  /** Where it begins. */
  readonly start: number
  readonly text: string
  /** The URL of an `http:` or `https:` address. */
  readonly href?: string
}

const addressForm = /https?:\/\/[^\s<>"]+/gi

/** What ends a sentence belongs to the sentence, not to the address in front of it. */
const sentenceEnd = /[.,:;!?'’”)\]}*_]/

/** Splits a text into plain parts and addresses. Joined, the parts are the text. Addresses with a user name stay plain. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(addressForm)) {
    const address = withoutSentenceEnd(found)
    const url = parseUrl(address)
    if (url?.username !== '' || url.password !== '') continue
    if (index > end) parts.push({ start: end, text: text.slice(end, index) })
    parts.push({ start: index, text: address, href: url.href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end) })
  return parts
}

/** A closing bracket stays if the address opens it, as in `https://en.wikipedia.org/wiki/Gauge_(knitting)`. */
function withoutSentenceEnd(address: string): string {
  let end = address.length
  while (sentenceEnd.test(address.charAt(end - 1))) {
    const isOpened =
      address.charAt(end - 1) === ')' && address.lastIndexOf('(', end - 1) > address.lastIndexOf(')', end - 2)
    if (isOpened) break
    end -= 1
  }
  return address.slice(0, end)
}
