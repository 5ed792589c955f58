import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { findItem, listItems } from '../kit/api-client.ts'
import { card } from '../kit/browser/home-page.ts'
import { openForm } from '../kit/browser/item-form.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { callApi, listManaged, type ManagedItem } from '../kit/manage-client.ts'
import { images } from '../kit/photos/image-server.ts'
import { minimalItem } from '../kit/sample-items.ts'
import { startCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

interface Fixtures {
  /** Opens the home page of each process in its own tab. */
  openHomes: (shops: readonly ShopProcess[]) => Promise<Page[]>
}

const test = base.extend<Fixtures, { cloud: CloudShop }>({
  cloud: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern, even an empty one.
    async ({}, use) => {
      await using cloud = await startCloudShop(3)
      await use(cloud)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ cloud }, use) => use(shopAt(cloud, 0).url),
  openHomes: async ({ context }, use) => {
    await use((shops) =>
      Promise.all(
        shops.map(async ({ url }) => {
          const page = await context.newPage()
          await page.goto(url)
          return page
        }),
      ),
    )
  },
})

function shopAt({ shops }: CloudShop, index: number): ShopProcess {
  const shop = shops[index]
  if (shop === undefined) throw new Error(`Process ${index} was not started.`)
  return shop
}

async function expectOn(pages: readonly Page[], title: string): Promise<void> {
  await Promise.all(pages.map((page) => expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()))
}

test.describe('Cloud: three processes of one shop', () => {
  test.describe.configure({ mode: 'serial' })

  test('an item added through one process appears on open pages of all three', async ({ cloud, openHomes }) => {
    const pages = await openHomes(cloud.shops)
    const item = await cloud.addItem(shopAt(cloud, 1), minimalItem('Shared Scarf'))
    await expectOn(pages, 'Shared Scarf')
    for (const { url } of cloud.shops) expect(await findItem(url, item.id)).toEqual(item)
  })

  test('all processes have the same revision', async ({ cloud }) => {
    const revisions = cloud.shops.map(async ({ url }) => {
      const { revision } = (await (await fetch(`${url}/api/items`)).json()) as { revision: number }
      return revision
    })
    expect(new Set(await Promise.all(revisions)).size).toBe(1)
  })

  test('a browser signs in with Firebase, adds an item and sees it through another process', async ({
    cloud,
    page,
  }) => {
    const create = await openForm(page, { Title: 'Cloud Beanie', 'Image URL': images.url('beanie') })
    await create.save.click()
    await page.waitForURL('**/item/*')
    await page.goto(`${shopAt(cloud, 2).url}${new URL(page.url()).pathname}`)
    await expect(page.getByRole('heading', { name: 'Cloud Beanie' })).toBeVisible()
  })

  test('while Firestore is down the last known list is shown, and updates continue afterwards', async ({
    cloud,
    openHomes,
  }) => {
    const pages = await openHomes(cloud.shops)
    cloud.firestore.stop()
    for (const page of pages) await page.reload()
    await expectOn(pages, 'Shared Scarf')
    for (const { url } of cloud.shops) expect((await listItems(url)).length).toBe(2)
    await cloud.firestore.startAgain()
    await cloud.addItem(shopAt(cloud, 0), minimalItem('Scarf of Afterwards'))
    await expectOn(pages, 'Scarf of Afterwards')
  })

  test('when one process is killed, the others continue', async ({ cloud, openHomes }) => {
    const [, , ...others] = cloud.shops
    const pages = await openHomes([shopAt(cloud, 1), ...others])
    await shopAt(cloud, 0).kill()
    await cloud.addItem(shopAt(cloud, 1), minimalItem('Survivor'))
    await expectOn(pages, 'Survivor')
  })

  test('an owner’s changes through one process appear on open pages and the item page of another', async ({
    cloud,
    openHomes,
  }) => {
    const [, here, there] = cloud.shops
    if (here === undefined || there === undefined) throw new Error('Three processes were expected.')
    const owner = await createOwner(cloud, 'o@example.com')
    const pages = await openHomes([here, there])
    const found = (await listManaged(here.url, owner)).find(({ title }) => title === 'Shared Scarf')
    if (found === undefined) throw new Error('The scarf was not found.')
    const path = `/items/${found.id}`
    let { version } = found

    const change = async (method: string, at: string, body?: unknown) => {
      const answer = await callApi(here.url, owner, { method, path: at, body, version })
      expect(answer.status).toBe(200)
      ;({ version } = (await answer.json()) as ManagedItem)
    }
    const expectCards = (title: string, count: 0 | 1) =>
      Promise.all(pages.map((page) => expect(card(page, title)).toHaveCount(count)))
    const askThere = () => fetch(`${there.url}/item/${found.id}`)

    await test.step('edit', async () => {
      await change('PUT', path, minimalItem('Shared Shawl'))
      await expectCards('Shared Shawl', 1)
      await expectCards('Shared Scarf', 0)
      expect(await (await askThere()).text()).toContain('Shared Shawl')
    })
    await test.step('sold', async () => {
      await change('PATCH', path, { sold: true })
      for (const page of pages)
        await expect(card(page, 'Shared Shawl').getByText('Sold', { exact: true })).toBeVisible()
      expect(await findItem(there.url, found.id)).toMatchObject({ sold: true })
    })
    for (const [what, hideOrRemove, restore] of [
      ['hide', () => change('PATCH', path, { hidden: true }), () => change('PATCH', path, { hidden: false })],
      ['remove', () => change('DELETE', path), () => change('POST', `${path}/restore`)],
    ] as const) {
      await test.step(`${what}, and restore`, async () => {
        await hideOrRemove()
        await expectCards('Shared Shawl', 0)
        expect((await askThere()).status).toBe(404)
        await restore()
        await expectCards('Shared Shawl', 1)
        expect((await askThere()).status).toBe(200)
      })
    }
  })
})
