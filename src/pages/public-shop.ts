import { isOwnNumber, placeholderWhatsapp } from '../domain/contact/own-number.ts'
import { formatWhatsapp } from '../domain/contact/whatsapp.ts'
import { hasOwnChannel, isReachable } from '../domain/enquiry-channels.ts'
import type { Language } from '../domain/language.ts'
import { inLanguage, type DescribedPart, type SettingsReport, type ShopSettings } from '../domain/shop-settings.ts'
import { site as siteTexts } from '../messages/messages.ts'
import { sessionPath } from '../owners/token-sync.ts'
import type { PageServices, PublicIdentity, PublicShop, ShopSite } from './page.ts'

type IdentitySettings = Omit<PublicIdentity, 'tokenSyncPath'> & { readonly tokenSync: boolean | string }

/**
 * Everything pages may know about where the shop is. No other setting passes.
 *
 * @param origin `undefined`: it is a preview environment on this machine, which listens on `port`.
 */
export function toShopSite(origin: string | undefined, identity: IdentitySettings, port: number): ShopSite {
  const { apiKey, projectId, authDomain, emulatorOrigin, isEmbedded, providers, sendsMail, tokenSync } = identity
  return {
    origin: origin ?? `http://localhost:${port}`,
    isPreview: origin === undefined,
    identity: {
      apiKey,
      projectId,
      authDomain,
      emulatorOrigin,
      isEmbedded,
      providers: providers.map(({ id, label }) => ({ id, label })),
      sendsMail,
      tokenSyncPath: toPath(tokenSync),
    },
  }
}

/** The shop as pages in a language show it now; the same object until the settings change. */
export function createPublicShop(now: () => ShopSettings, site: ShopSite): PageServices['shop'] {
  let last: ShopSettings | undefined
  const shops = new Map<Language, PublicShop>()
  return (language) => {
    const settings = now()
    if (last !== settings) shops.clear()
    last = settings
    const wanted = language ?? settings.languages[0]
    return shops.getOrInsertComputed(wanted, () => toPublicShop(settings, site, wanted))
  }
}

/** Everything pages may know about the shop. No other setting passes. */
function toPublicShop(stored: ShopSettings, site: ShopSite, language: Language): PublicShop {
  const settings = inLanguage(stored, language)
  const {
    whoMayAdd: _,
    corrections: _corrections,
    translations: _translations,
    categoryNames,
    whatsapp,
    phone,
    ...shown
  } = settings
  const otherwise = site.isPreview ? placeholderWhatsapp : null
  const isOwn = isOwnNumber(whatsapp)
  const whatsappText = isOwn ? formatWhatsapp(whatsapp) : ''
  return {
    ...shown,
    categoryNames: categoryNames[language] ?? {},
    whatsapp: isOwn ? whatsapp : otherwise,
    whatsappText,
    ...toPhone(phone),
    ...site,
  }
}

function toPhone(phone: string): Pick<PublicShop, 'phone' | 'phoneText'> {
  return isOwnNumber(phone) ? { phone, phoneText: formatWhatsapp(phone) } : { phone: '', phoneText: '' }
}

/** What the settings of the shop say and lack. */
export function reportSettings(shop: PublicShop): SettingsReport {
  const { name, whatsapp, about } = shop
  const number = hasOwnChannel({ ...shop, whatsapp: whatsapp ?? '' })
  const parts = { name: name !== siteTexts.name, number, story: about !== '' }
  const described = (Object.keys(parts) as DescribedPart[]).filter((part) => parts[part])
  return { warnings: isReachable(shop) ? [] : ['no-whatsapp'], described }
}

function toPath(tokenSync: boolean | string): string | null {
  if (typeof tokenSync === 'string') return tokenSync
  return tokenSync ? sessionPath : null
}
