import type { ShopSettings } from '../domain/shop-settings.ts'

/** The settings of an environment without any. */
export const firstSettings: ShopSettings = {
  name: 'Stockinette',
  whatsapp: '',
  instagram: '',
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
  whoMayAdd: null,
}
