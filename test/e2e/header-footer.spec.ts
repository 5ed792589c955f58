import type { Page } from '@playwright/test'

import { previewBanner } from '../kit/browser/home-page.ts'
import { readLayoutShifts } from '../kit/browser/layout-shifts.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

test.describe('2. Shared elements', () => {
  test.use({ stock: 'full', allowedErrors: /status of 404/ })

  test("every page: brand, Home, chat, social profile, Add item; the year and the shop's name", async ({
    page,
    openFullShop,
  }) => {
    const { items } = await openFullShop()
    const paths = { home: '/', item: `/item/${items[0]?.id}`, create: '/create', 'not found': '/nothing-here' }
    for (const [screen, path] of Object.entries(paths)) await test.step(screen, () => expectHeaderAndFooter(page, path))
  })

  test('the brand and Home link to the home page, Add item to the create page', async ({ page }) => {
    await page.goto('/create')
    await page.getByRole('banner').getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL('/')
    await link(page, 'Add item').click()
    await expect(page).toHaveURL('/create')
    await link(page, 'Home').click()
    await expect(page).toHaveURL('/')
  })

  for (const name of ['WhatsApp', 'Instagram']) {
    test(`${name} opens in a new tab without an opener`, async ({ page, context }) => {
      await context.route(/^https:\/\/(?:wa\.me|www\.instagram\.com)\//, (route) =>
        route.fulfill({ body: 'elsewhere' }),
      )
      await page.goto('/')
      const opening = page.waitForEvent('popup')
      await link(page, name).click()
      const tab = await opening
      await expect(tab.getByText('elsewhere')).toBeVisible()
      expect(await tab.evaluate('opener')).toBeNull()
      await expect(page).toHaveURL('/')
    })
  }
})

test.describe('2. Shared elements, from the settings', () => {
  const shopEnv = {
    SHOP_NAME: 'Purl & <b>Plain</b>',
    SHOP_WHATSAPP: '+94 77 123 4568',
    SHOP_INSTAGRAM: 'https://www.instagram.com/purl.plain/',
  }
  test.use({ shopEnv })

  test('header and footer have the name, chat and profile of the settings', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('heading')).toHaveText(shopEnv.SHOP_NAME)
    await expect(page.getByRole('contentinfo')).toHaveText(`${new Date().getFullYear()} ${shopEnv.SHOP_NAME}`)
    await expect(link(page, 'WhatsApp')).toHaveAttribute('href', 'https://wa.me/94771234568')
    await expect(link(page, 'Instagram')).toHaveAttribute('href', shopEnv.SHOP_INSTAGRAM)
  })
})

test.describe('The header', () => {
  test.use({ stock: 'full', allowedErrors: /status of 404/ })

  for (const width of [320, 360, 390]) {
    test(`takes at most 72 px on a phone of ${width} px, with all links, for visitors and owners`, async ({ page }) => {
      await page.setViewportSize({ width, height: 780 })
      const names = ['Home', 'WhatsApp', 'Instagram', 'Add item']
      for (const links of [names, [...names, 'Manage']]) {
        await page.goto('/')
        await expect(page.getByRole('navigation').getByRole('link')).toHaveText(links)
        for (const name of links) await expect(link(page, name)).toBeInViewport({ ratio: 1 })
        const header = await page.getByRole('banner').boundingBox()
        expect(header?.height).toBeLessThanOrEqual(72)
        await page.evaluate("localStorage.setItem('owner', 'yes')")
      }
    })
  }

  test('is the name alone on paper, without links, search, banner and footer', async ({ page, openFullShop }) => {
    const { items } = await openFullShop()
    await page.goto(`/item/${items.at(-1)?.id}`)
    await expect(previewBanner(page)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner').getByRole('heading', { name: 'Stockinette' })).toBeVisible()
    await expect(link(page, 'Add item')).toBeHidden()
    await expect(page.locator('.header-search')).toBeHidden()
    await expect(previewBanner(page)).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByText('LKR 12,500', { exact: true })).toBeVisible()
  })

  test('marks the link to the current page', async ({ page, openFullShop }) => {
    const { items } = await openFullShop()
    const current = page.getByRole('banner').locator('[aria-current=page]')
    for (const [path, names] of [
      ['/', ['Home']],
      ['/create', ['Add item']],
      ['/sign-in', []],
      [`/item/${items[0]?.id}`, []],
      ['/nothing-here', []],
    ] as const) {
      await page.goto(path)
      await expect(current).toHaveText([...names])
    }
  })

  test("shows 'Manage' in a browser of an owner on every page, without a layout shift", async ({
    page,
    context,
    openFullShop,
  }) => {
    const { items } = await openFullShop()
    await page.goto('/')
    await expect(link(page, 'Manage')).toBeHidden()
    const other = await context.newPage()
    await other.goto('/')
    await other.evaluate("localStorage.setItem('owner', 'yes')")
    await expect(link(page, 'Manage')).toBeVisible()
    for (const path of ['/', `/item/${items[0]?.id}`, '/nothing-here']) {
      await page.goto(path)
      await expect(link(page, 'Manage')).toHaveAttribute('href', '/manage')
      await expect(link(page, 'Manage')).toBeVisible()
      expect(await page.evaluate(readLayoutShifts)).toEqual([])
    }
    await other.evaluate("localStorage.removeItem('owner')")
    await expect(link(page, 'Manage')).toBeHidden()
  })
})

async function expectHeaderAndFooter(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const brand = page.getByRole('banner').getByRole('heading', { name: 'Stockinette', exact: true })
  await expect(brand.getByRole('link')).toHaveAttribute('href', '/')
  await expect(link(page, 'Home')).toHaveAttribute('href', '/')
  await expect(link(page, 'WhatsApp')).toHaveAttribute('href', /^https:\/\/wa\.me\/\d{8,15}$/)
  await expect(link(page, 'Instagram')).toHaveAttribute('href', /^https:\/\/www\.instagram\.com\//)
  await expect(link(page, 'Add item')).toHaveAttribute('href', '/create')
  for (const name of ['WhatsApp', 'Instagram']) {
    await expect(link(page, name)).toHaveAttribute('target', '_blank')
    await expect(link(page, name)).toHaveAttribute('rel', /\bnoopener\b/)
  }
  for (const name of ['Home', 'Add item']) await expect(link(page, name)).not.toHaveAttribute('target')
  await expect(page.getByRole('contentinfo')).toHaveText(`${new Date().getFullYear()} Stockinette`)
}

function link(page: Page, name: string) {
  return page.getByRole('navigation').getByRole('link', { name, exact: true })
}
