import type { Item } from './item.ts'

/** Characters that WhatsApp treats as formatting, each with one that looks the same. */
const lookalikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' }

/** The link to the maker's chat. `whatsapp`: an international phone number, only digits. */
export function chatUrl(whatsapp: string): string {
  return `https://wa.me/${whatsapp}`
}

/** What an enquiry says about an item; about a sold one, it asks for one like it. */
export interface EnquiryTexts {
  readonly greeting: (title: string, id: string) => string
  readonly oneLikeIt: (title: string, id: string) => string
}

/**
 * The owner's chat with an enquiry about an item, ready to send. Encodes a space as `%20`: WhatsApp shows a `+` as a plus
 * sign.
 */
export function enquiryUrl(whatsapp: string, item: Pick<Item, 'id' | 'title' | 'sold'>, enquiry: EnquiryTexts): string {
  const title = item.title.replace(/[*_~`]/g, (character) => lookalikes[character] ?? character)
  const greeting = item.sold ? enquiry.oneLikeIt : enquiry.greeting
  return `${chatUrl(whatsapp)}?text=${encodeURIComponent(greeting(title, item.id))}`
}
