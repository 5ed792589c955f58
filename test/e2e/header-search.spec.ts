import type { Page } from '@playwright/test'

import { addItem } from '../kit/api-client.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { beanie } from '../kit/sample-items.ts'

const search = (page: Page) => page.getByRole('banner').getByRole('search')
const opener = (page: Page) => search(page).locator('summary')
const field = (page: Page) => search(page).getByRole('searchbox', { name: 'Search all pieces' })

/** Where the form leads, without the page itself. */
async function expectToSearch(page: Page, act: () => Promise<void>, path: string): Promise<void> {
  await act()
  await page.waitForURL(path)
}

test.describe('The search in the header', () => {
  test.use({ stock: 'shared', allowedErrors: /status of 404/ })

  for (const width of [320, 360, 1280]) {
    test(`at ${width} px opens below the header without moving anything, and is all in view`, async ({ page }) => {
      await page.setViewportSize({ width, height: 780 })
      await page.goto('/')
      await isLive(page)
      const places = () =>
        page.evaluate(`[...document.querySelectorAll('header a, main h2')].map((one) => one.getBoundingClientRect().y)`)
      const before = await places()
      const target = await opener(page).boundingBox()
      expect([target?.width, target?.height]).toEqual([44, 44])
      await expect(field(page)).toBeHidden()
      await opener(page).click()
      await expect(field(page)).toBeFocused()
      await expect(field(page)).toBeInViewport({ ratio: 1 })
      await expect(search(page).getByRole('button', { name: 'Search' })).toBeInViewport({ ratio: 1 })
      expect(await places()).toEqual(before)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    })
  }

  test('by keyboard: Enter opens it, Escape closes it and keeps the focus, Enter searches', async ({ page, shop }) => {
    const { id } = await addItem(shop.url, beanie)
    for (const path of ['/', '/pieces', `/item/${id}`]) {
      await page.goto(path)
      await isLive(page)
      await opener(page).focus()
      await page.keyboard.press('Enter')
      await expect(field(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(field(page)).toBeHidden()
      await expect(opener(page)).toBeFocused()
      await page.keyboard.press('Space')
      await page.keyboard.type('blue & wool')
      await expectToSearch(page, () => page.keyboard.press('Enter'), '/pieces?q=blue+%26+wool')
    }
  })

  test('is on every page for visitors', async ({ page }) => {
    for (const path of ['/pieces', '/pieces?q=wool', '/item/none', '/none']) {
      await page.goto(path)
      await expect(opener(page)).toBeVisible()
      await opener(page).click()
      await expect(field(page)).toBeFocused()
    }
  })

  test.describe('where React runs', () => {
    test.use({ allowedErrors: /403 \(Forbidden\).*\/api\/manage\/(?:items|notices)/ })

    test('is on no page', async ({ page }) => {
      for (const path of ['/create', '/manage', '/sign-in']) {
        await page.goto(path)
        await expect(page.getByRole('banner')).toBeVisible()
        await expect(search(page)).toHaveCount(0)
      }
    })
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('opens, and searches', async ({ page }) => {
      await page.goto('/')
      await opener(page).click()
      await field(page).fill('සුදු')
      const submit = () => search(page).getByRole('button', { name: 'Search' }).click()
      await expectToSearch(page, submit, `/pieces?q=${encodeURIComponent('සුදු')}`)
    })
  })
})
