import type { Page } from '@playwright/test'

import { findItem, listItems } from '../fixtures/api.ts'
import { startCloud } from '../fixtures/cloud.ts'
import type { Cloud } from '../fixtures/cloud.ts'
import { runCommand } from '../fixtures/command.ts'
import { createPage } from '../fixtures/create-page.ts'
import { becomeOwner } from '../fixtures/people.ts'
import { bare } from '../fixtures/pieces.ts'
import type { ShopProcess } from '../fixtures/shop-process.ts'
import { expect, test as base } from '../fixtures/shop.ts'
import { ask } from '../fixtures/who-may-manage.ts'

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

  test('a piece that its owner hides through one is gone from pages of the other, and its own page too', async ({
    cloud,
    openHomes,
  }) => {
    const [, here, there] = cloud.shops
    if (here === undefined || there === undefined) throw new Error('There are too few shops.')
    const { identityUrl, env } = cloud
    const owner = await becomeOwner({ identityUrl, command: (...args) => runCommand(env, ...args) }, 'o@example.com')
    const pages = await openHomes([here, there])
    const scarf = (await listItems(there.url)).find(({ title }) => title === 'Shared Scarf')
    if (scarf === undefined) throw new Error('There is no scarf.')
    const address = `${there.url}/item/${scarf.id}`
    expect((await fetch(address)).status).toBe(200)

    const { items } = (await (await ask(here.url, owner, { method: 'GET', path: '/manage/items' })).json()) as {
      items: { id: string; version: string }[]
    }
    const version = items.find(({ id }) => id === scarf.id)?.version ?? ''
    const hiding = { method: 'PATCH', path: `/items/${scarf.id}`, body: { hidden: true }, version }
    expect((await ask(here.url, owner, hiding)).status).toBe(200)
    for (const page of pages) await expect(page.getByRole('heading', { name: 'Shared Scarf' })).toHaveCount(0)
    expect((await fetch(address)).status).toBe(404)
  })
})
