import { isOwnNumber } from './contact/own-number.ts'
import type { ShopSettings } from './shop-settings.ts'

/** How customers reach a shop. `whatsapp`: `null` for no chat; `phone` and `email`: empty for none. */
export interface Channels extends Pick<ShopSettings, 'phone' | 'email'> {
  readonly whatsapp: string | null
}

/** Whether pages have a way to reach the shop. */
export function isReachable({ whatsapp, phone, email }: Channels): boolean {
  return whatsapp !== null || phone !== '' || email !== ''
}

/** Whether an enquiry reaches the shop: the numbers of the specification and of examples are those of strangers. */
export function hasOwnChannel({ whatsapp, phone, email }: Pick<ShopSettings, 'whatsapp' | 'phone' | 'email'>): boolean {
  return isOwnNumber(whatsapp) || isOwnNumber(phone) || email !== ''
}

/** The link to the maker's chat. `whatsapp`: an international phone number, only digits. */
export function chatUrl(whatsapp: string): string {
  return `https://wa.me/${whatsapp}`
}

/** The chat with a message, ready to send. Encodes a space as `%20`: WhatsApp shows a `+` as a plus sign. */
export function messageUrl(whatsapp: string, message: string): string {
  return `${chatUrl(whatsapp)}?text=${encodeURIComponent(message)}`
}

/** `phone`: an international phone number, only digits. */
export function callUrl(phone: string): string {
  return `tel:+${phone}`
}

/** An e-mail with a message, ready to send. Lines end as RFC 6068 (5) says. The message comes last: scripts replace it. */
export function mailUrl(email: string, subject: string, message: string): string {
  const body = encodeURIComponent(message).replaceAll('%0A', '%0D%0A')
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${body}`
}
