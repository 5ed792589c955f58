import type { Locator, Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, type NewItem } from '../kit/api-client.ts'
import { findViolations, looksWithTablet } from '../kit/browser/accessibility.ts'
import { whileCached, whileHidden } from '../kit/browser/away.ts'
import { isLive, previewBanner, titles } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi } from '../kit/manage-client.ts'
import { minimalItem, scarves } from '../kit/sample-items.ts'

/** Items of one category, `Scarf 1` first. */
function inCategory(category: string, count: number, more: NewItem = {}): NewItem[] {
  return scarves(count).map((item) => Object.assign({}, item, more, { category }))
}

function total(page: Page): Locator {
  return page.getByRole('main').getByRole('status').first()
}

function pages(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Pages' })
}

function categories(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Categories' })
}

function chosen(page: Page): Locator {
  return page.getByRole('list', { name: 'Chosen filters' }).getByRole('link')
}

test.describe('Lists of pieces, without JavaScript', () => {
  test.use({ stock: 'shared', javaScriptEnabled: false })

  test('the filter form narrows and orders the list; a search keeps its words', async ({ page, shop }) => {
    const category = 'Filtered'
    await addItems(shop.url, [
      { ...minimalItem('Small'), category, size: 'S / M', color: 'Rust', price: 5000 },
      { ...minimalItem('Cheap'), category, size: 'M', color: 'Rust, Ivory', price: 3000 },
      { ...minimalItem('Large'), category, size: 'L', color: 'Rust', price: 4000 },
    ])
    await page.goto('/pieces/Filtered')
    const current = page.getByRole('navigation', { name: 'Categories' }).locator('[aria-current=page]')
    await expect(current).toHaveText('Filtered 3', { useInnerText: true })
    await page.setViewportSize({ width: 360, height: 800 })
    await expect(current).toHaveText('Filtered', { useInnerText: true }) // The heading has the number.

    await page.locator('summary').filter({ hasText: 'Filter' }).click()
    const form = page.getByRole('form', { name: 'Filter' })
    await form.getByLabel('Size').selectOption('M')
    await form.getByLabel('Color').selectOption('Rust')
    await form.getByRole('group', { name: 'Price in LKR' }).getByLabel('From').fill('3000')
    await form.getByLabel('Sort by').selectOption('Price: low to high')
    await form.getByRole('button', { name: 'Show pieces' }).click()
    await expect(titles(page)).toHaveText(['Cheap', 'Small'])
    await expect(page).toHaveURL('/pieces/Filtered?size=M&color=Rust&min=3000&sort=price')

    const box = page.getByRole('searchbox', { name: 'Search Filtered' })
    await box.fill('CHEAP ')
    await box.press('Enter')
    await expect(titles(page)).toHaveText(['Cheap'])
    await expect(box).toHaveValue('cheap')
    await expect(page.getByRole('article').locator('mark')).toHaveText(['Cheap'])
    await expect(page).toHaveURL('/pieces/Filtered?q=cheap&size=M&color=Rust&min=3000&sort=price')

    await page.locator('summary').filter({ hasText: 'Filter' }).click()
    await form.getByLabel('Sort by').selectOption('Best match')
    await form.getByRole('button', { name: 'Show pieces' }).click()
    await expect(titles(page)).toHaveText(['Cheap'])
    await expect(page).toHaveURL('/pieces/Filtered?q=cheap&size=M&color=Rust&min=3000&sort=best')
  })
})

test.describe('The filters, where there is a script', () => {
  test.use({ stock: 'shared' })

  const opener = (page: Page) => page.locator('summary').filter({ hasText: 'Filter' })
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filter' })

  test('are a sheet on a phone, which closes in each way, opens again at once, and leads to an address without empty parameters; a column on a wide screen', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, inCategory('Sheets', 2, { size: 'M' }))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/pieces/Sheets')
    await isLive(page)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => sheet(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(180, 20),
    ]) {
      await opener(page).focus()
      await page.keyboard.press('Enter')
      await expect(sheet(page).getByLabel('Sort by')).toBeFocused()
      await sheet(page).click({ position: { x: 4, y: 100 } }) // At its edge.
      await expect(sheet(page)).toBeVisible()
      await close()
      await expect(sheet(page)).toBeHidden()
      await expect(opener(page)).toBeFocused()
      await expect(page.getByLabel('Sort by')).toBeHidden()
    }
    await opener(page).click()
    await expect(sheet(page)).toBeVisible()
    await test.step('a column on a wide screen, also after the sheet was open', async () => {
      await page.setViewportSize({ width: 1280, height: 740 })
      await expect(sheet(page)).toBeHidden()
      await expect(page.getByRole('form', { name: 'Filter' }).getByLabel('Sort by')).toBeVisible()
      await expect(opener(page)).toBeHidden()
      await page.setViewportSize({ width: 360, height: 740 })
    })
    await opener(page).click()
    await test.step('opened again before the browser has told that it was closed', async () => {
      await page.evaluate(`new Promise((resolve) => {
        const sheet = document.querySelector('dialog[open]')
        sheet.addEventListener('close', resolve)
        sheet.close()
        document.querySelector('.filter-form > summary').click()
      })`)
    })
    await sheet(page).getByLabel('Size').selectOption('M')
    const request = page.waitForRequest(/pieces\/Sheets\?/)
    await sheet(page).getByRole('button', { name: 'Show pieces' }).click()
    expect(new URL((await request).url()).search).toBe('?size=M')
    await expect(chosen(page)).toHaveText([/Size: M/, 'Clear all'])
    await page.goBack()
    await expect(opener(page)).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    await test.step('with what the list is narrowed by, also where the browser shows the page as it was left', async () => {
      await opener(page).click()
      await expect(sheet(page).getByLabel('Size')).toHaveValue('')
      await sheet(page).getByLabel('Size').selectOption('M')
      await whileCached(page, async () => {})
      await opener(page).click()
      await expect(sheet(page).getByLabel('Size')).toHaveValue('')
    })
  })
})

test.describe('Lists of pieces, when the catalogue changes', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('an empty shop gets its first pieces, a category new ones with total and pages, a search what it missed; an empty category says so', async ({
    page,
    shop,
  }) => {
    await page.goto('/pieces')
    await isLive(page)
    await expect(page.getByText('No items yet.')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    await expect(categories(page)).toBeHidden()
    await addItems(shop.url, inCategory('Shawls', 24))
    await expect(titles(page)).toHaveCount(24)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(categories(page)).toContainText('Shawls 24')

    await test.step('an open category gets new pieces, its total, its count and the link to older ones', async () => {
      await page.goto('/pieces/Shawls')
      await isLive(page)
      await expect(pages(page)).toHaveCount(0)
      await addItem(shop.url, { ...minimalItem('The newest'), category: 'shawls' })
      await expect(titles(page).first()).toHaveText('The newest')
      await expect(titles(page)).toHaveCount(24)
      await expect(total(page)).toHaveText('25 pieces')
      await expect(page.locator('[aria-current=page]')).toHaveText('Shawls 25')
      await pages(page).getByRole('link', { name: 'Older pieces' }).click()
      await expect(titles(page)).toHaveText(['Scarf 1'])
    })
    await test.step('a search is fetched again when it is shown again; the page of an empty category says so', async () => {
      const item = await addItem(shop.url, { ...minimalItem('Last Poncho'), category: 'Ponchos' })
      await page.goto('/pieces?q=poncho')
      await expect(titles(page)).toHaveText(['Last Poncho'])
      await whileHidden(page, () => addItem(shop.url, minimalItem('New Poncho')))
      await expect(titles(page)).toHaveText(['New Poncho', 'Last Poncho'])
      await expect(total(page)).toHaveText('2 pieces')
      await page.goto('/pieces/Ponchos')
      await isLive(page)
      const idToken = await createOwner(shop, 'owner@example.com')
      await callApi(shop.url, idToken, { method: 'DELETE', path: `/items/${item.id}` })
      await expect(page.getByText('Page not found.')).toBeVisible()
    })
  })

  test("the last pieces are removed: 'More pieces' of an open piece and the categories of an open list go", async ({
    page,
    shop,
    context,
  }) => {
    const [first, second] = await addItems(shop.url, inCategory('Socks', 2))
    const idToken = await createOwner(shop, 'owner@example.com')
    const itemPage = await context.newPage()
    const more = itemPage.getByRole('complementary', { name: 'More pieces' })
    await itemPage.goto(`/item/${first?.id}`)
    await isLive(itemPage)
    await expect(more).toBeVisible()
    await callApi(shop.url, idToken, { method: 'DELETE', path: `/items/${second?.id}` })
    await expect(more).toBeHidden()
    await page.goto('/pieces')
    await isLive(page)
    await expect(categories(page)).toContainText('Socks 1')
    await callApi(shop.url, idToken, { method: 'DELETE', path: `/items/${first?.id}` })
    await expect(categories(page)).toBeHidden()
    await expect(page.getByText('No items yet.')).toBeVisible()
  })

  test('other categories that were opened stay open with the focus, and their row on a phone stays where it was scrolled to', async ({
    page,
    shop,
  }) => {
    await addItems(
      shop.url,
      scarves(14).map((item, index) => Object.assign(item, { category: `A long category ${index}` })),
    )
    await page.goto('/pieces')
    await isLive(page)
    await categories(page)
      .getByText(/more categories$/)
      .click()
    await addItem(shop.url, { ...minimalItem(), category: 'A long category 0' })
    await expect(categories(page)).toContainText('A long category 0 2')
    await expect(categories(page).locator('details')).toHaveAttribute('open')
    await expect(categories(page).locator('summary')).toBeFocused()

    await page.setViewportSize({ width: 360, height: 740 })
    await page.mouse.move(0, 0) // Where it was is now in the list, which waits for it to leave.
    await categories(page).locator('> ul > li').last().scrollIntoViewIfNeeded()
    const place = () => page.evaluate("document.querySelector('.categories ul').scrollLeft")
    const scrolled = await place()
    expect(scrolled).toBeGreaterThan(100)
    await addItem(shop.url, { ...minimalItem(), category: 'A long category 5' })
    await expect(categories(page)).toContainText('A long category 5 2')
    expect(await place()).toBe(scrolled)

    const last = categories(page).getByRole('link').last()
    await last.focus()
    const scrollY = await page.evaluate(`
      scrollBy({ top: document.querySelector('#items').getBoundingClientRect().top - 1, behavior: 'instant' })
      scrollY
    `)
    await expect(last).not.toBeInViewport()
    await addItem(shop.url, { ...minimalItem(), category: 'A long category 6' })
    await expect(categories(page)).toContainText('A long category 6 2')
    await expect(last).toBeFocused()
    expect(await page.evaluate('scrollY')).toBe(scrollY)
  })
})

test.describe('Lists of pieces', () => {
  test.use({ stock: 'shared' })

  test('axe finds no violation: with every filter, on the last page, without a match', async ({ page, shop }) => {
    test.slow()
    await addItems(shop.url, inCategory('Yokes', 25, { tagline: 'A warm yoke', size: 'M', price: 4000 }))
    for (const open of [
      () => page.goto('/pieces/Yokes?q=yoke&size=M&min=1000&available=1&sort=price'),
      () => pages(page).getByRole('link', { name: 'Next page' }).click(),
      () => page.goto('/pieces?q=zebra'),
    ]) {
      await open()
      await isLive(page)
      // It would hide from axe what is below it.
      await previewBanner(page).evaluate((element) => element.remove())
      await page.locator('.filter-form').evaluate((details) => details.toggleAttribute('open', true))
      expect(await findViolations(page, looksWithTablet), page.url()).toEqual([])
    }
  })
})
