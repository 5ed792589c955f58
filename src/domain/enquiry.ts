import { availabilityOf, type Availability, type AvailabilityFields } from './availability.ts'
import { enquiryListPath, sizeKey, type EnquiryEntry } from './enquiry-list.ts'
import type { Item } from './item.ts'
import { type Language, localPath } from './language.ts'
import { formatLocalPrice } from './local-formats.ts'
import type { Notice } from './notice-fields.ts'
import { describeNotice, type NoticeTexts } from './notice.ts'
import { itemPath } from './page-paths.ts'
import type { ShopSettings } from './shop-settings.ts'
import { sizesOf } from './sizes.ts'
import { fill } from './template.ts'

/** Characters that WhatsApp treats as formatting, each with one that looks the same. */
const lookalikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' }

/** An item that an enquiry asks for. */
export interface EnquiryLine {
  readonly item: Pick<Item, 'id' | 'title' | 'price' | 'size'> & AvailabilityFields
  /** The size to ask for; `null` for none. */
  readonly size: string | null
}

/** A sentence about one item: both placeholders, in any order. */
type AboutItem = `${string}{title}${string}{id}${string}` | `${string}{id}${string}{title}${string}`

/** What an enquiry says. */
export interface EnquiryTexts {
  /** The first sentence about one item. */
  readonly greeting: Readonly<Record<Availability, AboutItem>>
  /** The first sentence about several. */
  readonly greetingForSeveral: `${string}{count}${string}`
  /** What is asked about one of several; empty for what the first sentence says already. */
  readonly asked: Readonly<Record<Availability, string>>
  readonly quoted: `${string}{title}${string}`
  readonly size: `${string}{size}${string}`
  readonly price: `${string}{price}${string}`
  /** That the customer has read the shop's notice. */
  readonly notice: NoticeTexts
  readonly language: Language
}

/** What an enquiry needs of the shop. */
export interface EnquiryShop extends Notice, Pick<ShopSettings, 'languages' | 'email'> {
  /** Its public origin. */
  readonly origin: string
}

interface EnquiryOptions {
  readonly shop: EnquiryShop
  readonly texts: EnquiryTexts
  /** The first sentence, in place of the one about an item in its state. */
  readonly greeting?: AboutItem
}

/** The longest URL that opens a chat or a mailbox with the message. */
export const maxMessageUrl = 1_800

/** What such a URL has in addition to message and address, at most: a mailbox has a subject, and longer line ends. */
const roomBesideMessage = { chat: 40, mailbox: 180 } as const

interface Abridgement {
  /** What is left of titles and sizes, in characters as people see them. Without any, an item has no title. */
  readonly length: number
  /** Whether the link names sizes. */
  readonly linksSizes?: boolean
  /** Whether it says that an item is taken. */
  readonly saysStates?: boolean
  /** Whether it says that the notice was read, without the owner's own words. */
  readonly saysNotice?: boolean
}

/** One after the other, until the message is short enough. Most titles have at most 25 characters, worth more than the notice. */
const abridgements: readonly Abridgement[] = [
  ...[120, 50].map((length) => ({ length, linksSizes: true, saysStates: true, saysNotice: true })),
  ...[50, 25].map((length) => ({ length, saysStates: true, saysNotice: true })),
  ...[50, 25].map((length) => ({ length, saysStates: true })),
  ...[12, 6, 3].map((length) => ({ length, saysStates: true, saysNotice: true })),
  ...[12, 6, 3].map((length) => ({ length, saysStates: true })),
  ...[120, 50, 25, 12, 6, 3, 1, 0].map((length) => ({ length })),
]

/** Before those, of a single item: its whole title is worth more than what is said of its state. */
const abridgementsOfOne: readonly Abridgement[] = [
  ...[true, false].map((saysNotice) => ({ length: 120, saysStates: true, saysNotice })),
  { length: 120 },
]

/**
 * The message about one item or several. An item has its title, size, price and address: those of several in one line each; the
 * address of a single one has a line of its own, so that WhatsApp shows its picture. If that is too long, the items share one
 * link to the list of them, and of the shop's notice the owner's own words are left out; then titles and sizes are cut, never ids and
 * prices, and nothing is said of the notice; at last, nothing is said of states. Of a single item, both come before its title is cut.
 */
export function enquiryMessage(lines: readonly EnquiryLine[], options: EnquiryOptions): string {
  const describe = lines.length === 1 ? aboutOne : aboutSeveral
  const { email } = options.shop
  const room = maxMessageUrl - (email === '' ? roomBesideMessage.chat : roomBesideMessage.mailbox + email.length)
  const steps = lines.length === 1 ? [...abridgementsOfOne, ...abridgements] : abridgements
  let message = describe(lines, options).join('\n')
  for (const { length, linksSizes = false, saysStates = false, saysNotice = false } of steps) {
    if (encodeURIComponent(message).length <= room) break
    const shown = lines.map((line) => shorten(saysStates ? line : withoutState(line), length))
    const linked = lines.map((line) => toEntry(linksSizes ? line : { ...line, size: null }))
    const { shop } = options
    const notice = saysNotice ? { noticeText: '' } : { noticeKind: null }
    const abridged = { ...options, shop: { ...shop, ...notice } }
    message = describe(shown, abridged, addressOf(enquiryListPath(linked), options)).join('\n')
  }
  return message
}

/** The address of a page in the language of the message. */
function addressOf(path: string, { shop, texts }: EnquiryOptions): string {
  return shop.origin + localPath(path, texts.language, shop.languages)
}

function aboutOne(lines: readonly EnquiryLine[], options: EnquiryOptions): readonly string[] {
  const { shop, texts, greeting } = options
  return lines.flatMap(({ item, size }) => [
    fill(greeting ?? texts.greeting[availabilityOf(item)], { title: withoutFormatting(item.title), id: item.id }),
    ...(size === null ? [] : [fill(texts.size, { size: withoutFormatting(size) })]),
    ...(item.price === null ? [] : [fill(texts.price, { price: toPrice(item.price, texts) })]),
    ...noticeLine(shop, texts),
    addressOf(itemPath(item.id), options),
  ])
}

/** @param link in place of the addresses of the items. */
function aboutSeveral(lines: readonly EnquiryLine[], options: EnquiryOptions, link?: string): readonly string[] {
  const { shop, texts } = options
  const described = lines.map(({ item, size }, index) => {
    const parts = [
      item.title === '' ? '' : fill(texts.quoted, { title: withoutFormatting(item.title) }),
      texts.asked[availabilityOf(item)],
      size === null ? '' : fill(texts.size, { size: withoutFormatting(size) }),
      item.price === null ? '' : toPrice(item.price, texts),
    ]
    const line = `${index + 1}. ${parts.filter((part) => part !== '').join(', ')}`
    return link === undefined ? `${line} ${addressOf(itemPath(item.id), options)}` : line
  })
  const greeting = fill(texts.greetingForSeveral, { count: lines.length })
  return [greeting, ...described, ...noticeLine(shop, texts), ...(link === undefined ? [] : [link])]
}

/** That the customer has read the notice of the shop, if there is one. */
function noticeLine(notice: Notice, { notice: texts, language }: EnquiryTexts): readonly string[] {
  const line = describeNotice(notice, texts, language)
  return line === undefined || line === '' ? [] : [withoutFormatting(line)]
}

/** A list has only sizes that are a choice: the only size of an item is not chosen. */
export function toEntry({ item, size }: EnquiryLine): EnquiryEntry {
  return { id: item.id, size: size !== null && sizesOf(item.size).includes(size) ? sizeKey(size) : null }
}

/** The size of an item that an entry names; `null` for one that the item does not have. The only size needs no choice. */
export function chosenSize(item: Pick<Item, 'size'>, { size }: Pick<EnquiryEntry, 'size'>): string | null {
  const sizes = sizesOf(item.size)
  return sizes.length === 0 ? item.size : (sizes.find((each) => sizeKey(each) === size) ?? null)
}

function shorten({ item, size }: EnquiryLine, length: number): EnquiryLine {
  return { item: { ...item, title: cut(item.title, length) }, size: size === null ? null : cut(size, length) || null }
}

/** The item as one that visitors can simply ask for. */
function withoutState(line: EnquiryLine): EnquiryLine {
  return { ...line, item: { ...line.item, sold: false, reserved: false } }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Never within what people see as one character. */
function cut(text: string, length: number): string {
  if (length === 0) return ''
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}

/** With an ordinary space, which is one character in a URL. */
function toPrice(price: number, { language }: EnquiryTexts): string {
  return formatLocalPrice(price, language).replace('\u00A0', ' ')
}

function withoutFormatting(text: string): string {
  return text.replace(/[*_~`]/g, (character) => lookalikes[character] ?? character)
}
