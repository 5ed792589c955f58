import { type ShopAccess, createOwner } from '../kit/accounts.ts'
import { sendItem, type ApiItem } from '../kit/api-client.ts'
import { sampleCategory, type SampleShop } from './shop-paths.ts'

/** Settings of a shop for fuzzing. */
export const fuzzedShopEnv = {
  SHOP_RATE_LIMITS: 'off',
  SHOP_WHO_MAY_ADD: 'anyone',
  SHOP_COPY_PICTURES: 'off',
}

export interface FilledShop extends SampleShop {
  /** An owner's ID token. */
  readonly owner: string
  readonly customToken: string
}

/** Adds an owner, an item and a removed item. */
export async function fillShop(url: string, access: ShopAccess): Promise<FilledShop> {
  const owner = await createOwner(access, 'owner@example.com')
  const add = async (title: string) => {
    const texts = { title, category: sampleCategory, description: '<script>alert(1)</script>' }
    const newItem = { ...texts, imageUrl: 'https://example.com/a.jpg', price: 1 }
    return ((await (await sendItem(url, owner, newItem)).json()) as ApiItem).id
  }
  const itemId = await add('Ivory Beanie')
  const removedId = await add('Gone Beanie')
  await fetch(`${url}/api/items/${removedId}`, { method: 'DELETE', headers: { Authorization: `Bearer ${owner}` } })
  const page = await (await fetch(`${url}/create`)).text()
  const assets = [...new Set(page.match(/\/assets\/[\w.-]+/g))].slice(0, 3)
  const customToken = (await access.command('token', 'any-user')).trim()
  return { itemId, removedId, assets, owner, customToken }
}
