import type { Locator, Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, type NewItem } from '../kit/api-client.ts'
import { findViolations, looksWithTablet } from '../kit/browser/accessibility.ts'
import { whileHidden } from '../kit/browser/away.ts'
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

function chosen(page: Page): Locator {
  return page.getByRole('list', { name: 'Chosen filters' }).getByRole('link')
}

test.describe('Lists of pieces, without JavaScript', () => {
  test.use({ stock: 'shared', javaScriptEnabled: false })

  test('every piece of a category is reached with the keyboard, and the way back shows the same pages', async ({
    page,
    shop,
  }) => {
    await addItems(shop.url, inCategory('Wraps & more', 49))
    await page.goto('/pieces/Wraps%20%26%20more')
    await expect(page).toHaveTitle(/^Wraps & more · /)
    await expect(total(page)).toHaveText('49 pieces')
    const follow = async (name: string) => {
      await pages(page).getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
    }
    const shows = (from: number, to: number) =>
      expect(titles(page)).toHaveText(Array.from({ length: from - to + 1 }, (_, index) => `Scarf ${from - index}`))
    await shows(49, 26)
    await expect(pages(page).getByRole('link')).toHaveText(['Older pieces'])
    await follow('Older pieces')
    await shows(25, 2)
    await addItem(shop.url, { ...minimalItem('Meanwhile'), category: 'Wraps & more' })
    await follow('Older pieces')
    await shows(1, 1)
    await expect(pages(page).getByRole('link')).toHaveText(['First page', 'Newer pieces'])
    await follow('Newer pieces')
    await shows(25, 2)
    await follow('First page')
    await expect(page).toHaveURL('/pieces/Wraps%20%26%20more')
    await expect(titles(page).first()).toHaveText('Meanwhile')
    await expect(total(page)).toHaveText('50 pieces')
  })

  test('the filter form narrows and orders the list; each chip is a link without that filter', async ({
    page,
    shop,
  }) => {
    const category = 'Filtered'
    await addItems(shop.url, [
      { ...minimalItem('Small'), category, size: 'S / M', color: 'Rust', price: 5000 },
      { ...minimalItem('Cheap'), category, size: 'M', color: 'Rust, Ivory', price: 3000 },
      { ...minimalItem('Large'), category, size: 'L', color: 'Rust', price: 4000 },
      { ...minimalItem('No price'), category, size: 'M', color: 'Rust' },
    ])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/pieces/Filtered')
    await page.locator('summary').filter({ hasText: 'Filter' }).click()
    const form = page.getByRole('form', { name: 'Filter' })
    await expect(form.getByLabel('Size').locator('option')).toHaveText(['Any size', 'S (1)', 'M (3)', 'L (1)'])
    await form.getByLabel('Size').selectOption('M')
    await form.getByLabel('Color').selectOption('Rust')
    await form.getByRole('group', { name: 'Price in LKR' }).getByLabel('From').fill('3000')
    await form.getByLabel('Sort by').selectOption('Price: low to high')
    await form.getByRole('button', { name: 'Show pieces' }).click()
    await expect(titles(page)).toHaveText(['Cheap', 'Small'])
    await expect(page).toHaveURL('/pieces/Filtered?size=M&color=Rust&min=3000&sort=price')
    await expect(total(page)).toHaveText('2 pieces')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      /\/pieces\/Filtered\?size=M&color=Rust&min=3000&sort=price$/,
    )
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow')

    await expect(chosen(page)).toHaveText([
      /Remove Size: M/,
      /Remove Color: Rust/,
      /Remove From LKR\s3,000/,
      'Clear all',
    ])
    await chosen(page).filter({ hasText: 'Size' }).click()
    await expect(titles(page)).toHaveText(['Cheap', 'Large', 'Small'])
    await expect(chosen(page)).toHaveCount(3)
    await chosen(page).filter({ hasText: 'Clear all' }).click()
    await expect(page).toHaveURL('/pieces/Filtered')
    await expect(titles(page)).toHaveText(['No price', 'Large', 'Cheap', 'Small'])
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  })

  test('a search keeps its words and marks them; one that finds nothing, or only when corrected, says so', async ({
    page,
    shop,
  }) => {
    await addItem(shop.url, { ...minimalItem('Quilted Waistcoat'), tagline: 'A quilt to wear', category: 'Waistcoats' })
    await page.goto('/pieces')
    const box = page.getByRole('main').getByRole('searchbox', { name: 'Search all pieces' })
    const search = async (words: string) => {
      await box.fill(words)
      await box.press('Enter')
      await expect(box).toHaveValue(words.toLowerCase())
    }
    await search('QUILT')
    await expect(page).toHaveTitle(/^'quilt' · All pieces · /)
    await expect(titles(page)).toHaveText(['Quilted Waistcoat'])
    await expect(page.getByRole('article').locator('mark')).toHaveText(['Quilt', 'quilt'])

    const form = page.getByRole('form', { name: 'Filter' })
    await form.getByLabel('Sort by').selectOption('Best match')
    await form.getByRole('button', { name: 'Show pieces' }).click()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/pieces\?q=quilt&sort=best$/)
    await expect(titles(page)).toHaveText(['Quilted Waistcoat'])

    await search('qjilted')
    await expect(page.getByText("No pieces for 'qjilted'. Showing 'quilted'.")).toBeVisible()
    await expect(titles(page)).toHaveText(['Quilted Waistcoat'])
    await page.getByRole('link', { name: "'quilted'", exact: true }).click()
    await expect(page).toHaveURL('/pieces?q=quilted&sort=best')

    for (const words of ['zebra', '?!']) {
      await search(words)
      await expect(page.getByText(`No pieces for '${words}'.`)).toBeVisible()
      await expect(total(page)).toBeEmpty() // It would say the same again.
      await expect(page.locator('[data-id]')).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Newest pieces' })).toBeVisible()
      await expect(page.getByRole('article').first()).toBeVisible()
    }
    const categories = page.getByRole('navigation', { name: 'Categories' })
    await categories.getByRole('link', { name: 'Waistcoats 1' }).click()
    await expect(page).toHaveURL('/pieces/Waistcoats')
    const current = categories.locator('[aria-current=page]')
    await expect(current).toHaveText('Waistcoats 1', { useInnerText: true })
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(current).toHaveText('Waistcoats', { useInnerText: true }) // The heading has the number.

    await page.getByRole('searchbox', { name: 'Search Waistcoats' }).fill('scarf')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: "Search all pieces for 'scarf'" }).click()
    await expect(page).toHaveURL('/pieces?q=scarf')
  })
})

test.describe('The filters, where there is a script', () => {
  test.use({ stock: 'shared' })

  const opener = (page: Page) => page.locator('summary').filter({ hasText: 'Filter' })
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filter' })

  test('are a sheet on a phone, which closes in each way, opens again at once, and leads to an address without empty parameters', async ({
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
  })

  test('are a column on a wide screen, also after the sheet was open', async ({ page, shop }) => {
    await addItems(shop.url, inCategory('Columns', 1))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/pieces/Columns')
    await isLive(page)
    await opener(page).click()
    await expect(sheet(page)).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 740 })
    await expect(sheet(page)).toBeHidden()
    await expect(page.getByRole('form', { name: 'Filter' }).getByLabel('Sort by')).toBeVisible()
    await expect(opener(page)).toBeHidden()
  })
})

test.describe('Lists of pieces, when the catalogue changes', () => {
  test('other categories that were opened stay open, and what opens them keeps the focus', async ({ page, shop }) => {
    await addItems(
      shop.url,
      scarves(14).map((item, index) => Object.assign(item, { category: `Category ${index}` })),
    )
    await page.goto('/pieces')
    await isLive(page)
    const categories = page.getByRole('navigation', { name: 'Categories' })
    await categories.getByText(/more categories$/).click()
    await addItem(shop.url, { ...minimalItem(), category: 'Category 0' })
    await expect(categories).toContainText('Category 0 2')
    await expect(categories.locator('details')).toHaveAttribute('open')
    await expect(categories.locator('summary')).toBeFocused()
  })

  test('the row of categories on a phone stays where it was scrolled to', async ({ page, shop }) => {
    await addItems(
      shop.url,
      scarves(6).map((item, index) => Object.assign(item, { category: `A long category ${index}` })),
    )
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/pieces')
    await isLive(page)
    const categories = page.getByRole('navigation', { name: 'Categories' })
    await categories.getByRole('listitem').last().scrollIntoViewIfNeeded()
    const place = () => page.evaluate("document.querySelector('.categories ul').scrollLeft")
    const scrolled = await place()
    expect(scrolled).toBeGreaterThan(100)
    await addItem(shop.url, { ...minimalItem(), category: 'A long category 5' })
    await expect(categories).toContainText('A long category 5 2')
    expect(await place()).toBe(scrolled)
  })

  test('an open category gets new pieces, its total, its count and the link to older ones; an empty shop its first', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    await otherVisitor.goto('/pieces')
    await isLive(otherVisitor)
    await expect(otherVisitor.getByText('No items yet.')).toBeVisible()
    await expect(otherVisitor.getByRole('searchbox')).toHaveCount(0)

    await addItems(shop.url, inCategory('Shawls', 24))
    await expect(titles(otherVisitor)).toHaveCount(24)
    await expect(otherVisitor.getByRole('searchbox')).toBeVisible()

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

  test.describe('where a page goes', () => {
    test.use({ allowedErrors: /status of 404/ })

    test('a search is fetched again when it is shown again, and the page of a category that is empty says so', async ({
      page,
      shop,
    }) => {
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

  test('back, forward and reload return to the same place of the same page', async ({ page, shop }) => {
    await addItems(shop.url, inCategory('Shawls', 60))
    await page.goto('/pieces')
    await pages(page).getByRole('link', { name: 'Older pieces' }).click()
    await expect(titles(page).first()).toHaveText('Scarf 36')
    const address = page.url()
    const link = page.getByRole('article').getByRole('link', { name: 'Scarf 20', exact: true })
    await link.scrollIntoViewIfNeeded()
    const place = await page.evaluate<number>('scrollY')
    expect(place).toBeGreaterThan(500)
    const isSamePlace = async () => {
      await expect(page).toHaveURL(address)
      await expect(titles(page).first()).toHaveText('Scarf 36')
      await expect.poll(() => page.evaluate('scrollY')).toBe(place)
    }
    await link.click()
    await page.getByRole('link', { name: '← Back' }).click()
    await isSamePlace()
    await page.reload()
    await isSamePlace()
    await page.goBack()
    await page.goForward()
    await isSamePlace()
  })
})

test.describe('Lists of pieces', () => {
  test.use({ stock: 'shared', allowedErrors: /net::ERR/ })

  test('axe finds no violation', async ({ page, shop }) => {
    test.slow()
    const fields = { tagline: 'A warm yoke', size: 'M', price: 4000 }
    await addItems(shop.url, inCategory('Yokes', 25, fields))
    for (const path of [
      '/pieces',
      '/pieces/Yokes',
      '/pieces?q=yoke',
      '/pieces/Yokes?size=M&min=1000&available=1&sort=price',
      '/pieces?q=zebra',
      'the last page',
    ]) {
      if (path.startsWith('/')) await page.goto(path)
      else {
        await page.goto('/pieces/Yokes')
        await pages(page).getByRole('link', { name: 'Older pieces' }).click()
      }
      await isLive(page)
      // It would hide from axe what is below it.
      await previewBanner(page).evaluate((element) => element.remove())
      await page.locator('.filter-form').evaluate((details) => details.toggleAttribute('open', true))
      expect(await findViolations(page, looksWithTablet), path).toEqual([])
    }
  })
})
