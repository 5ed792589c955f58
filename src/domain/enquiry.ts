import { availabilityOf, type Availability, type AvailabilityFields } from './availability.ts'
import { formatDay } from './day.ts'
import type { Item } from './item.ts'
import { formatPrice } from './money.ts'
import { describeNotice, type Notice, type NoticeTexts } from './notice.ts'
import { itemPath } from './page-paths.ts'

/** Characters that WhatsApp treats as formatting, each with one that looks the same. */
const lookalikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' }

/** The link to the maker's chat. `whatsapp`: an international phone number, only digits. */
export function chatUrl(whatsapp: string): string {
  return `https://wa.me/${whatsapp}`
}

/** What an enquiry says. About a reserved item, it asks to be next; about a sold one, for one like it. */
export interface EnquiryTexts {
  readonly greeting: (title: string, id: string) => string
  readonly toBeNext: (title: string, id: string) => string
  readonly oneLikeIt: (title: string, id: string) => string
  readonly size: (size: string) => string
  readonly price: (price: string) => string
  readonly notice: NoticeTexts
  readonly dateLocale: string
}

interface Enquiry {
  readonly item: Pick<Item, 'id' | 'title' | 'price'> & AvailabilityFields
  /** The size to ask for; `null` for none. */
  readonly size: string | null
  readonly shop: EnquiryShop
}

/** What an enquiry needs of the shop. */
export interface EnquiryShop extends Notice {
  /** Its public origin. */
  readonly origin: string
}

/** The text that an enquiry about an item begins with. */
const greetings = {
  available: 'greeting',
  madeToOrder: 'greeting',
  reserved: 'toBeNext',
  sold: 'oneLikeIt',
} as const satisfies Record<Availability, keyof EnquiryTexts>

/**
 * The owner's chat with an enquiry about an item, ready to send. The address of the item is a line of its own, so that
 * WhatsApp shows its picture. Encodes a space as `%20`: WhatsApp shows a `+` as a plus sign.
 */
export function enquiryUrl(whatsapp: string, { item, size, shop }: Enquiry, texts: EnquiryTexts): string {
  const greeting = texts[greetings[availabilityOf(item)]]
  const lines = [
    greeting(withoutFormatting(item.title), item.id),
    ...(size === null ? [] : [texts.size(withoutFormatting(size))]),
    ...(item.price === null ? [] : [texts.price(formatPrice(item.price).replace('\u00A0', ' '))]),
    ...noticeLine(shop, texts),
    shop.origin + itemPath(item.id),
  ]
  return `${chatUrl(whatsapp)}?text=${encodeURIComponent(lines.join('\n'))}`
}

/** A line that says that the customer has read the shop's notice, if there is one. */
export function noticeLine(notice: Notice, { notice: texts, dateLocale }: EnquiryTexts): string[] {
  const line = describeNotice(notice, texts, (day) => formatDay(day, dateLocale))
  return line === undefined ? [] : [withoutFormatting(line)]
}

function withoutFormatting(text: string): string {
  return text.replace(/[*_~`]/g, (character) => lookalikes[character] ?? character)
}
