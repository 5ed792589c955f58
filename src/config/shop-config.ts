import type { ShopSettings } from '../domain/shop-settings.ts'
import type { Config } from './config.ts'

/** The shop settings of the environment, which apply until an owner saves her own. */
export function toShopSettings({ shop, whoMayAdd }: Pick<Config, 'shop' | 'whoMayAdd'>): ShopSettings {
  const { name, whatsapp, instagram } = shop
  return {
    name,
    whatsapp,
    instagram,
    eyebrow: '',
    headline: '',
    sub: '',
    place: '',
    about: '',
    delivery: '',
    care: '',
    weeksToMake: null,
    aboutPhoto: null,
    sharePhoto: null,
    heroPhoto: null,
    whoMayAdd: whoMayAdd ?? null,
  }
}
