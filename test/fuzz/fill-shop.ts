import type { Place } from '../kit/accounts.ts'
import { becomeOwner } from '../kit/accounts.ts'
import { sendItem } from '../kit/api-client.ts'
import type { SentItem } from '../kit/api-client.ts'
import type { Sample } from './shop-paths.ts'

/** Settings of a shop that is to be asked whatever comes to mind. */
export const fuzzedShopEnv = {
  SHOP_RATE_LIMITS: 'off',
  SHOP_WHO_MAY_ADD: 'anyone',
  SHOP_COPY_PICTURES: 'off',
}

export interface FilledShop extends Sample {
  /** ID token of an owner. */
  readonly owner: string
  readonly customToken: string
}

/** Fills a shop with an owner, pieces and a piece that was removed. */
export async function fillShop(url: string, place: Place): Promise<FilledShop> {
  const owner = await becomeOwner(place, 'owner@example.com')
  const add = async (title: string) => {
    const piece = { title, imageUrl: 'https://example.com/a.jpg', description: '<script>alert(1)</script>', price: 1 }
    return ((await (await sendItem(url, owner, piece)).json()) as SentItem).id
  }
  const [itemId, goneId] = [await add('Ivory Beanie'), await add('Gone Beanie')]
  await fetch(`${url}/api/items/${goneId}`, { method: 'DELETE', headers: { Authorization: `Bearer ${owner}` } })
  const page = await (await fetch(`${url}/create`)).text()
  const assets = [...new Set(page.match(/\/assets\/[\w.-]+/g))].slice(0, 3)
  const customToken = (await place.command('token', 'somebody')).trim()
  return { itemId, goneId, assets, owner, customToken }
}
