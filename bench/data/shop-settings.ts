import type { ShopLanguages } from '../../src/domain/language.ts'
import { createOwner, type TestShop } from '../../test/kit/accounts.ts'
import { changeSettings } from '../../test/kit/manage-client.ts'
import { photoIdAt } from './items.ts'

/** The settings of a shop whose owner has filled in what visitors see first. */
export const filledSettings = {
  name: 'Stockinette',
  whatsapp: '071 555 0142',
  instagram: '@stockinette',
  eyebrow: 'New • Hand-crafted',
  headline: 'Warm. Minimal. Knitted.',
  sub: 'Small-batch designer pieces for cool days and cozy nights.',
  place: 'Nuwara Eliya, Sri Lanka',
  about: 'I knit every piece by hand, from wool of the hill country, in the room above the garden.',
  delivery:
    'Delivery in Sri Lanka takes three days and costs LKR 450. Pay by bank transfer, or in cash when it arrives.',
  care: 'Wash by hand in cool water, and dry flat.',
  replyTime: 'Replies within a day',
  deliveryLine: 'Delivery in three days, LKR 450',
  knittedIn: 'Knitted in Nuwara Eliya',
  weeksToMake: 3,
  aboutPhoto: photoIdAt(20),
  heroPhoto: photoIdAt(21),
  whoMayAdd: 'anyone',
} as const

/** Saves the settings as an owner. The photos of the first 24 items must be there. */
export async function fillSettings(shop: TestShop, languages: ShopLanguages = ['en']): Promise<void> {
  const idToken = await createOwner(shop, 'maker@example.com')
  await changeSettings(shop.url, idToken, { ...filledSettings, languages })
}
