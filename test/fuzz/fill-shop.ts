import type { ShopAccess } from '../kit/accounts.ts'
import { createOwner } from '../kit/accounts.ts'
import { sendItem } from '../kit/api-client.ts'
import type { ApiItem } from '../kit/api-client.ts'
import type { SampleShop } from './shop-paths.ts'

/** Settings of a shop that is to be asked whatever comes to mind. */
export const fuzzedShopEnv = {
  SHOP_RATE_LIMITS: 'off',
  SHOP_WHO_MAY_ADD: 'anyone',
  SHOP_COPY_PICTURES: 'off',
}

export interface FilledShop extends SampleShop {
  /** ID token of an owner. */
  readonly owner: string
  readonly customToken: string
}

/** Fills a shop with an owner, pieces and a piece that was removed. */
export async function fillShop(url: string, place: ShopAccess): Promise<FilledShop> {
  const owner = await createOwner(place, 'owner@example.com')
  const add = async (title: string) => {
    const newItem = { title, imageUrl: 'https://example.com/a.jpg', description: '<script>alert(1)</script>', price: 1 }
    return ((await (await sendItem(url, owner, newItem)).json()) as ApiItem).id
  }
  const [itemId, removedId] = [await add('Ivory Beanie'), await add('Gone Beanie')]
  await fetch(`${url}/api/items/${removedId}`, { method: 'DELETE', headers: { Authorization: `Bearer ${owner}` } })
  const page = await (await fetch(`${url}/create`)).text()
  const assets = [...new Set(page.match(/\/assets\/[\w.-]+/g))].slice(0, 3)
  const customToken = (await place.command('token', 'somebody')).trim()
  return { itemId, removedId, assets, owner, customToken }
}
