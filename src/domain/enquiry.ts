import { enquiry } from '../messages/messages.ts'
import type { Item } from './item.ts'

/** Characters that WhatsApp treats as formatting, each with one that looks the same. */
const lookalikes: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ' }

/** The link to the maker's chat. `whatsapp`: an international phone number, only digits. */
export function chatUrl(whatsapp: string): string {
  return `https://wa.me/${whatsapp}`
}

/**
 * The maker's chat with a greeting about one item ready to send; of one that is sold, it asks for one like it.
 * Click to chat wants `%20` for a space: a `+` would be shown as one.
 */
export function enquiryUrl(whatsapp: string, item: Pick<Item, 'id' | 'title' | 'sold'>): string {
  const title = item.title.replace(/[*_~`]/g, (character) => lookalikes[character] ?? character)
  const greeting = item.sold ? enquiry.oneLikeIt : enquiry.greeting
  return `${chatUrl(whatsapp)}?text=${encodeURIComponent(greeting(title, item.id))}`
}
