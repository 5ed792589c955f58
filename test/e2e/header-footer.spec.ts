import type { Page } from '@playwright/test'

import type { ApiItem } from '../kit/api-client.ts'
import { readLayoutShifts } from '../kit/browser/layout-shifts.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

const names = ['Home', 'WhatsApp', 'Instagram', 'Add item']

test.describe('The header', () => {
  test.use({ stock: 'full', allowedErrors: /status of 404/ })

  test('leads home, to the create page, and in new tabs without an opener to the chat and the profile; an image of the list at home to its item', async ({
    page,
    context,
    openFullShop,
  }) => {
    const { id, title } = (await openFullShop()).items.at(-1) as ApiItem
    await context.route(/^https:\/\/(?:wa\.me|www\.instagram\.com)\//, (route) => route.fulfill({ body: 'elsewhere' }))
    await page.goto('/create')
    await page.getByRole('banner').getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL('/')
    for (const name of ['WhatsApp', 'Instagram']) {
      await test.step(name, async () => {
        const opening = page.waitForEvent('popup')
        await link(page, name).click()
        const tab = await opening
        await expect(tab.getByText('elsewhere')).toBeVisible()
        expect(await tab.evaluate('opener')).toBeNull()
        await tab.close()
        await expect(page).toHaveURL('/')
      })
    }
    await link(page, 'Add item').click()
    await expect(page).toHaveURL('/create')
    await link(page, 'Home').click()
    await expect(page).toHaveURL('/')
    await test.step('at home, the first image loads at once, and leads to its item', async () => {
      const image = page.getByRole('article').first().locator('img')
      await expect(image).toHaveJSProperty('complete', true)
      await expect(image).toHaveJSProperty('naturalWidth', 480)
      await image.click()
      await expect(page).toHaveURL(`/item/${id}`)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    })
  })

  test("takes at most 72 px on phones, and has 'Manage' in a browser of an owner on every page, without a layout shift", async ({
    page,
    context,
    openFullShop,
  }) => {
    const { items } = await openFullShop()
    await page.goto('/')
    await test.step('on phones', () => expectCompact(page, names))
    const other = await context.newPage()
    await other.goto('/robots.txt')
    await other.evaluate("localStorage.setItem('owner', 'yes')")
    await expect(link(page, 'Manage')).toBeVisible()
    await test.step('on phones of owners', () => expectCompact(page, [...names, 'Manage']))
    await page.setViewportSize({ width: 1280, height: 720 })
    for (const path of ['/', `/item/${items[0]?.id}`, '/nothing-here']) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(link(page, 'Manage')).toHaveAttribute('href', '/manage')
        await expect(link(page, 'Manage')).toBeVisible()
        expect(await page.evaluate(readLayoutShifts)).toEqual([])
      })
    }
    await other.evaluate("localStorage.removeItem('owner')")
    await expect(link(page, 'Manage')).toBeHidden()
  })
})

async function expectCompact(page: Page, links: readonly string[]): Promise<void> {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 780 })
    await expect(page.getByRole('navigation').getByRole('link')).toHaveText([...links])
    for (const name of links) await expect(link(page, name)).toBeInViewport({ ratio: 1 })
    const header = await page.getByRole('banner').boundingBox()
    expect(header?.height, `${width} px`).toBeLessThanOrEqual(72)
  }
}

function link(page: Page, name: string) {
  return page.getByRole('navigation').getByRole('link', { name, exact: true })
}
