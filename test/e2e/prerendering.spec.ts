import type { Page } from '@playwright/test'

import { listItems } from '../kit/api-client.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

test.use({ stock: 'full', allowedErrors: /status of 404/ })

/** Opens a page as if it were prerendered, which browsers under test never do: it has no frames until `showPage`. */
async function openPrerendered(page: Page, shop: string, path: string): Promise<void> {
  await page.addInitScript(`
    const waiting = []
    const nextFrame = requestAnimationFrame
    window.requestAnimationFrame = (run) => waiting.push(run)
    window.showPage = () => {
      window.requestAnimationFrame = nextFrame
      waiting.forEach(nextFrame)
    }
    sessionStorage.setItem('notice', 'Item added!')
  `)
  await page.goto(path, { referer: `${shop}/create` })
}

/** The path of an item on the home page. */
async function pathOfItem(shop: string): Promise<string> {
  const items = await listItems(shop)
  return `/item/${items.find(({ title }) => title === 'Harbour Beanie')!.id}`
}

test('a prerendered page shows no flash message and opens no live connection until it is shown', async ({
  page,
  context,
  otherVisitor,
  shop,
}) => {
  const item = await pathOfItem(shop.url)
  const requested: string[] = []
  context.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const connections = () => requested.filter((path) => path === '/api/items/live').length
  const pages = [page, await context.newPage(), await context.newPage()]
  const paths = ['/', '/item/none', item]
  for (const [index, path] of paths.entries()) await openPrerendered(pages[index]!, shop.url, path)
  await otherVisitor.goto('/item/none')
  await isLive(otherVisitor) // So would these pages be, had they not waited.
  expect(connections()).toBe(0)
  for (const [index, each] of pages.entries()) {
    await expect(each.getByRole('alert')).toHaveCount(0)
    await expect(each.getByText('Preview backend')).toHaveCount(0)
    expect(await each.evaluate('sessionStorage.getItem("notice")')).toBe('Item added!')

    await each.evaluate('showPage()')
    await isLive(each)
    expect(connections()).toBe(index + 1)
  }
  await expect(pages.at(-1)!.getByRole('alert')).toContainText('Item added!')
  expect(await pages.at(-1)!.evaluate('sessionStorage.getItem("notice")')).toBeNull()
})

test('browsers read the rules for prerendering once there is a pointer, and then prerender the link it rests on', async ({
  page,
  shop,
}) => {
  const item = await pathOfItem(shop.url)
  const devTools = await page.context().newCDPSession(page)
  const prerendered: string[] = []
  const errorsOfRules: (string | undefined)[] = []
  devTools.on('Preload.ruleSetUpdated', ({ ruleSet }) => errorsOfRules.push(ruleSet.errorMessage))
  devTools.on('Preload.prerenderStatusUpdated', ({ key }) => prerendered.push(new URL(key.url).pathname))
  await devTools.send('Preload.enable')
  await page.goto('/')
  await isLive(page)
  expect(errorsOfRules).toEqual([])
  await page.getByRole('link', { name: 'Harbour Beanie' }).first().hover()
  await expect(() => expect(prerendered).toContain(item)).toPass()
  await page.getByRole('contentinfo').hover()
  expect(errorsOfRules).toEqual([undefined])
})
