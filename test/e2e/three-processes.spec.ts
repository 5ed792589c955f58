import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { findItem } from '../kit/api-client.ts'
import { card, disconnectedText, isLive, previewBanner, runningText } from '../kit/browser/home-page.ts'
import { openForm } from '../kit/browser/item-form.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { callApi, listManaged, type ManagedItem } from '../kit/manage-client.ts'
import { images } from '../kit/photos/image-server.ts'
import { minimalItem } from '../kit/sample-items.ts'
import { startCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const test = base.extend<{ cloud: CloudShop }>({
  cloud: [
    async ({ share }, use, { file }) => use(await share(file, 'cloud', () => startCloudShop(3))),
    { timeout: 90_000 },
  ],
  baseURL: async ({ cloud }, use) => use(shopAt(cloud, 0).url),
})

/** The shop checks every few seconds, and Google's client waits up to ten seconds before it reconnects. */
const longTimeout = { timeout: 30_000 }

function shopAt({ shops }: CloudShop, index: number): RunningShop {
  const shop = shops[index]
  if (shop === undefined) throw new Error(`Process ${index} was not started.`)
  return shop
}

async function expectOn(pages: readonly Page[], title: string, count: 0 | 1 = 1): Promise<void> {
  await Promise.all(pages.map((page) => expect(card(page, title)).toHaveCount(count)))
}

/** A browser signs in with Firebase and adds an item through the first process. */
async function addInBrowser(page: Page, cloud: CloudShop, title: string): Promise<void> {
  const create = await openForm(page, { Title: title, 'Image URL': images.url('beanie') })
  await create.save.click()
  await page.waitForURL('**/item/*')
  await page.goto(`${shopAt(cloud, 2).url}${new URL(page.url()).pathname}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.close()
}

/** All processes have the same items, and the same revision of the list. @returns the items. */
async function listOnAll({ shops }: CloudShop): Promise<unknown> {
  const lists = await Promise.all(shops.map(async ({ url }) => (await fetch(`${url}/api/items`)).json()))
  for (const list of lists) expect(list).toEqual(lists[0])
  return lists[0]
}

/** An owner's changes through the second process appear on the pages, and on the item page of the third. */
async function changeAsOwner(cloud: CloudShop, pages: readonly Page[], title: string): Promise<void> {
  const [here, there] = [shopAt(cloud, 1), shopAt(cloud, 2)]
  const owner = await createOwner(cloud, 'o@example.com')
  const found = (await listManaged(here.url, owner)).find((item) => item.title === title)
  if (found === undefined) throw new Error(`${title} was not found.`)
  const path = `/items/${found.id}`
  let { version } = found

  const change = async (method: string, at: string, body?: unknown) => {
    const answer = await callApi(here.url, owner, { method, path: at, body, version })
    expect(answer.status).toBe(200)
    ;({ version } = (await answer.json()) as ManagedItem)
  }
  const askThere = () => fetch(`${there.url}/item/${found.id}`)

  await test.step('edit', async () => {
    await change('PUT', path, minimalItem('Shared Shawl'))
    await expectOn(pages, 'Shared Shawl')
    await expectOn(pages, title, 0)
    expect(await (await askThere()).text()).toContain('Shared Shawl')
  })
  await test.step('sold', async () => {
    await change('PATCH', path, { sold: true })
    for (const page of pages) await expect(card(page, 'Shared Shawl').getByText('Sold', { exact: true })).toBeVisible()
    expect(await findItem(there.url, found.id)).toMatchObject({ sold: true })
  })
  for (const [what, hideOrRemove, restore] of [
    ['hide', () => change('PATCH', path, { hidden: true }), () => change('PATCH', path, { hidden: false })],
    ['remove', () => change('DELETE', path), () => change('POST', `${path}/restore`)],
  ] as const) {
    await test.step(`${what}, and restore`, async () => {
      await hideOrRemove()
      await expectOn(pages, 'Shared Shawl', 0)
      expect((await askThere()).status).toBe(404)
      await restore()
      await expectOn(pages, 'Shared Shawl')
      expect((await askThere()).status).toBe(200)
    })
  }
}

test("Cloud: open pages of three processes show what any of them stores, and 'disconnected' while Firestore cannot be reached", async ({
  cloud,
  page,
  context,
}) => {
  const pages = await Promise.all(
    cloud.shops.map(async ({ url }) => {
      const home = await context.newPage()
      await home.goto(url)
      return home
    }),
  )
  await test.step('an item that a browser adds through one process appears on open pages of all three', async () => {
    await addInBrowser(page, cloud, 'Shared Scarf')
    await expectOn(pages, 'Shared Scarf')
    await listOnAll(cloud)
  })
  const [first, ...others] = pages
  const banner = previewBanner(first!)
  await test.step("while Firestore is down, the last known list is shown, and the banner shows 'disconnected'", async () => {
    await isLive(first!)
    const before = await listOnAll(cloud)
    cloud.firestore.stop()
    await expect(banner).toContainText(disconnectedText, longTimeout)
    for (const each of pages) await each.reload()
    await expectOn(pages, 'Shared Scarf')
    await expect(banner).toContainText(disconnectedText, longTimeout)
    expect(await listOnAll(cloud)).toEqual(before)
  })
  await test.step("updates continue afterwards, and the banner shows 'running'", async () => {
    await cloud.firestore.startAgain()
    await expect(banner).toContainText(runningText, longTimeout)
    await cloud.addItem(shopAt(cloud, 0), minimalItem('Scarf of Afterwards'))
    await expectOn(pages, 'Scarf of Afterwards')
  })
  await test.step('when one process is killed, the others continue', async () => {
    await first!.close()
    await shopAt(cloud, 0).kill()
    await cloud.addItem(shopAt(cloud, 1), minimalItem('Survivor'))
    await expectOn(others, 'Survivor')
  })
  // From then on, only the owner may add items.
  await test.step('an owner’s changes through one process appear on open pages and the item page of another', () =>
    changeAsOwner(cloud, others, 'Shared Scarf'))
})
