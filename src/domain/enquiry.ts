import { availabilityOf, type Availability, type AvailabilityFields } from './availability.ts'
import { formatDay } from './day.ts'
import { enquiryListPath, sizeKey, type EnquiryEntry } from './enquiry-list.ts'
import type { Item } from './item.ts'
import { formatPrice } from './money.ts'
import type { Notice } from './notice-fields.ts'
import { describeNotice, type NoticeTexts } from './notice.ts'
import { itemPath } from './page-paths.ts'
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
  readonly language: string
  readonly dateLocale: string
}

/** What an enquiry needs of the shop. */
export interface EnquiryShop extends Notice {
  /** Its public origin. */
  readonly origin: string
}

interface EnquiryOptions {
  readonly shop: EnquiryShop
  readonly texts: EnquiryTexts
  /** The first sentence, in place of the one about an item in its state. */
  readonly greeting?: AboutItem
}

/** The longest message, encoded: with the address of a chat or a mailbox before it, a URL stays below 2,000 characters. */
export const maxEncodedMessage = 1_850

/** What is left of titles and sizes, one after the other, until the message is short enough; and of the sizes in the link. */
const abridgements = [
  { length: 120, linksSizes: true },
  { length: 50, linksSizes: true },
  { length: 50, linksSizes: false },
  { length: 25, linksSizes: false },
  { length: 12, linksSizes: false },
  { length: 3, linksSizes: false },
] as const

/**
 * The message about one item or several. An item has its title, size, price and address: those of several in one line each; the
 * address of a single one has a line of its own, so that WhatsApp shows its picture. If that is too long, the items share one
 * link to the list of them, and of the shop's notice the owner's own words are left out; then titles and sizes are cut, never ids and
 * prices.
 */
export function enquiryMessage(lines: readonly EnquiryLine[], options: EnquiryOptions): string {
  const describe = lines.length === 1 ? aboutOne : aboutSeveral
  const abridged = { ...options, shop: { ...options.shop, noticeText: '' } }
  let message = describe(lines, options).join('\n')
  for (const { length, linksSizes } of abridgements) {
    if (encodeURIComponent(message).length <= maxEncodedMessage) break
    const shown = lines.map((line) => shorten(line, length))
    const linked = lines.map((line) => toEntry(linksSizes ? line : { ...line, size: null }))
    message = describe(shown, abridged, options.shop.origin + enquiryListPath(linked)).join('\n')
  }
  return message
}

function aboutOne(lines: readonly EnquiryLine[], { shop, texts, greeting }: EnquiryOptions): readonly string[] {
  return lines.flatMap(({ item, size }) => [
    fill(greeting ?? texts.greeting[availabilityOf(item)], { title: withoutFormatting(item.title), id: item.id }),
    ...(size === null ? [] : [fill(texts.size, { size: withoutFormatting(size) })]),
    ...(item.price === null ? [] : [fill(texts.price, { price: toPrice(item.price) })]),
    ...noticeLine(shop, texts),
    shop.origin + itemPath(item.id),
  ])
}

/** @param link in place of the addresses of the items. */
function aboutSeveral(
  lines: readonly EnquiryLine[],
  { shop, texts }: EnquiryOptions,
  link?: string,
): readonly string[] {
  const described = lines.map(({ item, size }, index) => {
    const parts = [
      `${index + 1}. ${fill(texts.quoted, { title: withoutFormatting(item.title) })}`,
      texts.asked[availabilityOf(item)],
      size === null ? '' : fill(texts.size, { size: withoutFormatting(size) }),
      item.price === null ? '' : toPrice(item.price),
    ]
    const line = parts.filter((part) => part !== '').join(', ')
    return link === undefined ? `${line} ${shop.origin}${itemPath(item.id)}` : line
  })
  const greeting = fill(texts.greetingForSeveral, { count: lines.length })
  return [greeting, ...described, ...noticeLine(shop, texts), ...(link === undefined ? [] : [link])]
}

/** That the customer has read the notice of the shop, if there is one. */
function noticeLine(notice: Notice, { notice: texts, language, dateLocale }: EnquiryTexts): readonly string[] {
  const line = describeNotice(notice, texts, language, (day) => formatDay(day, dateLocale))
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
  return { item: { ...item, title: cut(item.title, length) }, size: size === null ? null : cut(size, length) }
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`
}

/** With an ordinary space, which is one character in a URL. */
function toPrice(price: number): string {
  return formatPrice(price).replace('\u00A0', ' ')
}

function withoutFormatting(text: string): string {
  return text.replace(/[*_~`]/g, (character) => lookalikes[character] ?? character)
}
