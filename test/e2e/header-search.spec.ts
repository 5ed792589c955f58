import type { Page } from '@playwright/test'

import { isLive, openHome } from '../kit/browser/home-page.ts'
import { resize } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

const search = (page: Page) => page.getByRole('banner').getByRole('search')
const opener = (page: Page) => search(page).locator('summary')
const field = (page: Page) => search(page).getByRole('searchbox', { name: 'Search all pieces' })

test.describe('The search in the header', () => {
  test.use({ stock: 'full', allowedErrors: /status of 404/ })

  test('opens below the header without moving anything, at any width, and by keyboard on every page for visitors, which loads no script and no style sheet', async ({
    page,
    openFullShop,
  }) => {
    const { items } = await openFullShop()
    const loaded = new Set<string>()
    page.on('request', (request) => loaded.add(request.resourceType()))
    await openHome(page)
    for (const width of [320, 360, 1280]) await test.step(`${width} px`, () => expectInView(page, width))
    await test.step('by keyboard, /', () => expectKeyboard(page))
    for (const path of [`/item/${items.at(-1)?.id}`, '/none', '/pieces?q=wool']) {
      await test.step(`by keyboard, ${path}`, async () => {
        await page.goto(path)
        await isLive(page)
        await expectKeyboard(page)
      })
    }
    expect([...loaded]).toEqual(expect.arrayContaining(['document', 'image']))
    for (const type of ['script', 'stylesheet']) expect([...loaded]).not.toContain(type)
    await test.step('Enter searches', async () => {
      await page.keyboard.press('Space')
      await page.keyboard.type('blue & wool')
      await page.keyboard.press('Enter')
      await page.waitForURL('/pieces?q=blue+%26+wool')
    })
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('opens, and searches', async ({ page }) => {
      await page.goto('/pieces/Shawls')
      await opener(page).click()
      await field(page).fill('සුදු')
      await search(page).getByRole('button', { name: 'Search' }).click()
      await page.waitForURL(`/pieces?q=${encodeURIComponent('සුදු')}`)
    })
  })
})

/** How far down the header's links and the headings are. */
function placesOf(page: Page): Promise<unknown> {
  return page.evaluate(
    `[...document.querySelectorAll('header a, main h2')].map((one) => one.getBoundingClientRect().y)`,
  )
}

/** Opens it by pointer, where nothing may move and nothing is cut, and closes it. */
async function expectInView(page: Page, width: number): Promise<void> {
  await resize(page, width, 780)
  const before = await placesOf(page)
  const target = await opener(page).boundingBox()
  expect([target?.width, target?.height]).toEqual([44, 44])
  await expect(field(page)).toBeHidden()
  await opener(page).click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  await expect(search(page).getByRole('button', { name: 'Search' })).toBeInViewport({ ratio: 1 })
  expect(await placesOf(page)).toEqual(before)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  await opener(page).click()
}

/** Enter opens it, and Escape closes it and keeps the focus. */
async function expectKeyboard(page: Page): Promise<void> {
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
}
