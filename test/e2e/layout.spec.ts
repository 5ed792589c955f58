import type { Page } from '@playwright/test'

import type { NewItem } from '../kit/api-client.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { previewBanner, pageStates } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import type { ImageServer } from '../kit/photos/image-server.ts'

const widths = [320, 360, 768, 1280, 1920]

/** Every text has its maximum length and no line break opportunity. */
function longestTexts(images: ImageServer): NewItem {
  return {
    title: 'W'.repeat(120),
    tagline: 'tagline'.repeat(28),
    price: 999_999_999.99,
    category: 'Category'.repeat(7),
    imageUrl: images.url('beanie'.repeat(40)),
    size: 'XXXXXL'.repeat(10),
    color: 'Ivory,'.repeat(10),
    description: `${'Merino'.repeat(300)}\n${'and wool '.repeat(200)}`,
  }
}

test.describe('Layout: no horizontal scrolling and no overflowing text, from 320 to 1920 px', () => {
  const shopEnv = {
    SHOP_NAME: 'Stockinetteandmore'.repeat(3),
    SHOP_OIDC_PROVIDERS: `google.com=any; oidc.wool=http://127.0.0.1:9|any|${'W'.repeat(40)}`,
  }
  test.use({ allowedErrors: /status of 4(?:03|04|10)/, shopEnv })

  for (const [screen, open] of Object.entries(pageStates)) {
    test(`'${screen}', with the longest texts`, async ({ page, shop, images }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open({ page, shop, images, newItem: longestTexts(images) })
      await expect(previewBanner(page)).toBeVisible()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate('document.documentElement.scrollWidth'), `at ${width} px`).toBeLessThanOrEqual(width)
        expect(await page.evaluate(findOverflow), `at ${width} px`).toEqual([])
      }
    })
  }
})

/** Elements outside the window, and texts that overflow their elements, except in elements that scroll. */
const findOverflow = `[...document.body.querySelectorAll('*')].filter((element) => {
  if (element.closest('svg, .visually-hidden, .strip > *, input, textarea, script, noscript')) return false
  const { left, right } = element.getBoundingClientRect()
  if (left < -0.5 || right > innerWidth + 0.5) return true
  const isText = [...element.childNodes].some(({ nodeName }) => nodeName === '#text')
  return isText && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
}).map(({ outerHTML }) => outerHTML.slice(0, 200))`

test.describe('Layout: nothing covers the save button', () => {
  for (const width of widths) {
    test(`at ${width} px: below the banner and an alert, and when it is focused by keyboard`, async ({
      page,
      shop,
      images,
    }) => {
      await page.setViewportSize({ width, height: 568 })
      await page.emulateMedia({ reducedMotion: 'reduce' }) // Do not wait for smooth scrolling.
      await pageStates['create, filled in, with the image']?.({ page, shop, images })
      await expect(previewBanner(page)).toBeVisible()
      const form = itemForm(page)
      await form.field('Description').focus()
      await page.keyboard.press('Tab')
      await expect(form.save).toBeFocused()
      expect(await findCovered(page)).toEqual([])

      await form.field('Price (LKR)').fill('twelve')
      await form.save.click()
      await expect(form.alert).toBeVisible()
      await expect(form.field('Price (LKR)')).toBeFocused()
      expect(await findCovered(page)).toEqual([])
      await form.field('Description').focus()
      await page.keyboard.press('Tab')
      expect(await findCovered(page)).toEqual([])
    })
  }
})

/** The middle and corners of the focused element that are covered by another element. */
function findCovered(page: Page) {
  return page.evaluate(`(() => {
    const focused = document.activeElement
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const xs = [left + 16, (left + right) / 2, right - 16]
    const ys = [top + 4, (top + bottom) / 2, bottom - 4]
    return xs.flatMap((x) => ys.map((y) => ({ x, y, touched: document.elementFromPoint(x, y) })))
      .filter(({ touched }) => !focused.contains(touched))
      .map(({ x, y, touched }) => [x, y, touched?.outerHTML.slice(0, 80) ?? 'outside the window'].join(' '))
  })()`)
}
