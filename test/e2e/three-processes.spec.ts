import type { Page } from '@playwright/test'

import { becomeOwner } from '../kit/accounts.ts'
import { findItem, listItems } from '../kit/api-client.ts'
import { createPage } from '../kit/browser/create-page.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { bare } from '../kit/sample-items.ts'
import { startCloud } from '../kit/shop/cloud-shop.ts'
import type { Cloud } from '../kit/shop/cloud-shop.ts'
import { runCommand } from '../kit/shop/run-command.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'
import { ask, listManaged } from '../suites/managing-items.ts'
import type { ManagedPiece } from '../suites/managing-items.ts'

interface Fixtures {
  /** Opens the home page of each of these shops, in a window of its own. */
  openHomes: (shops: readonly ShopProcess[]) => Promise<Page[]>
}

const test = base.extend<Fixtures, { cloud: Cloud }>({
  cloud: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed.
    async ({}, use) => {
      await using cloud = await startCloud(3)
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

function shopAt({ shops }: Cloud, index: number): ShopProcess {
  const shop = shops[index]
  if (shop === undefined) throw new Error(`There is no shop ${index}.`)
  return shop
}

async function expectOn(pages: readonly Page[], title: string): Promise<void> {
  await Promise.all(pages.map((page) => expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()))
}

test.describe('three processes of one shop, in the cloud', () => {
  test.describe.configure({ mode: 'serial' })

  test('an item that is added through one is on open pages of all three', async ({ cloud, openHomes, pictures }) => {
    const pages = await openHomes(cloud.shops)
    const item = await cloud.addItem(shopAt(cloud, 1), bare(pictures, 'Shared Scarf'))
    await expectOn(pages, 'Shared Scarf')
    for (const { url } of cloud.shops) expect(await findItem(url, item.id)).toEqual(item)
  })

  test('all three have the same revision, so that pages may move between them', async ({ cloud }) => {
    const revisions = cloud.shops.map(async ({ url }) => {
      const { revision } = (await (await fetch(`${url}/api/items`)).json()) as { revision: number }
      return revision
    })
    expect(new Set(await Promise.all(revisions)).size).toBe(1)
  })

  test('a browser signs in at Firebase, adds an item and sees it through another process', async ({
    cloud,
    page,
    pictures,
  }) => {
    const create = createPage(page)
    await create.open()
    await create.enter({ Title: 'Cloud Beanie', 'Image URL': pictures.url('beanie') })
    await create.save.click()
    await page.waitForURL('**/item/*')
    await page.goto(`${shopAt(cloud, 2).url}${new URL(page.url()).pathname}`)
    await expect(page.getByRole('heading', { name: 'Cloud Beanie' })).toBeVisible()
  })

  test('while Firestore is away the last known list is shown, and afterwards all go on', async ({
    cloud,
    openHomes,
    pictures,
  }) => {
    const pages = await openHomes(cloud.shops)
    cloud.firestore.stop()
    for (const page of pages) await page.reload()
    await expectOn(pages, 'Shared Scarf')
    for (const { url } of cloud.shops) expect((await listItems(url)).length).toBe(2)
    await cloud.firestore.startAgain()
    await cloud.addItem(shopAt(cloud, 0), bare(pictures, 'Scarf of Afterwards'))
    await expectOn(pages, 'Scarf of Afterwards')
  })

  test('one is killed, and the others go on', async ({ cloud, openHomes, pictures }) => {
    const [, , ...others] = cloud.shops
    const pages = await openHomes([shopAt(cloud, 1), ...others])
    await shopAt(cloud, 0).kill()
    await cloud.addItem(shopAt(cloud, 1), bare(pictures, 'Survivor'))
    await expectOn(pages, 'Survivor')
  })

  test('what its owner makes of a piece through one is on open pages of the other, and on its own page there', async ({
    cloud,
    openHomes,
    pictures,
  }) => {
    const [, here, there] = cloud.shops
    if (here === undefined || there === undefined) throw new Error('There are too few shops.')
    const { identityUrl, env } = cloud
    const owner = await becomeOwner({ identityUrl, command: (...args) => runCommand(env, ...args) }, 'o@example.com')
    const pages = await openHomes([here, there])
    const found = (await listManaged(here.url, owner)).find(({ title }) => title === 'Shared Scarf')
    if (found === undefined) throw new Error('There is no scarf.')
    const path = `/items/${found.id}`
    let { version } = found

    const change = async (method: string, at: string, body?: unknown) => {
      const answer = await ask(here.url, owner, { method, path: at, body, version })
      expect(answer.status).toBe(200)
      ;({ version } = (await answer.json()) as ManagedPiece)
    }
    const card = (page: Page, title: string) =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    const expectCards = (title: string, count: 0 | 1) =>
      Promise.all(pages.map((page) => expect(card(page, title)).toHaveCount(count)))
    const askThere = () => fetch(`${there.url}/item/${found.id}`)

    await test.step('edit', async () => {
      await change('PUT', path, bare(pictures, 'Shared Shawl'))
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
    for (const [what, goAway, comeBack] of [
      ['hide', () => change('PATCH', path, { hidden: true }), () => change('PATCH', path, { hidden: false })],
      ['remove', () => change('DELETE', path), () => change('POST', `${path}/restore`)],
    ] as const) {
      await test.step(`${what}, and bring back`, async () => {
        await goAway()
        await expectCards('Shared Shawl', 0)
        expect((await askThere()).status).toBe(404)
        await comeBack()
        await expectCards('Shared Shawl', 1)
        expect((await askThere()).status).toBe(200)
      })
    }
  })
})
