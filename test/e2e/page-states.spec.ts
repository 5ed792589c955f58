import type { Page } from '@playwright/test'

import { addItem, type NewItem } from '../kit/api-client.ts'
import { findViolations } from '../kit/browser/accessibility.ts'
import { expectSoundGeometry } from '../kit/browser/geometry.ts'
import { disconnectedText, isLive, openHome, previewBanner } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { newShopPageStates, pageStates } from '../kit/browser/page-states.ts'
import { resize } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'
import { beanie } from '../kit/sample-items.ts'

test.use({ reuseContext: true })

/** Every text has its maximum length and no line break opportunity. */
const longestTexts: NewItem = {
  title: 'W'.repeat(120),
  tagline: 'tagline'.repeat(28),
  price: 999_999_999.99,
  category: 'Category'.repeat(7),
  imageUrl: images.url('beanie'.repeat(40)),
  size: 'XXXXXL'.repeat(10),
  color: 'Ivory,'.repeat(10),
  description: `${'Merino'.repeat(300)}\n${'and wool '.repeat(200)}`,
}

test.describe('Every page in every state', () => {
  test.use({
    allowedErrors: /status of 4(?:03|04|10)|net::ERR/,
    // With sign-in providers, which are never called.
    shopEnv: {
      SHOP_NAME: 'Stockinetteandmore'.repeat(3),
      SHOP_OIDC_PROVIDERS: `google.com=any; oidc.wool=http://127.0.0.1:9|any|${'W'.repeat(40)}`,
    },
  })
  test.slow()

  for (const [stock, states] of [
    ['shared', pageStates],
    ['empty', newShopPageStates],
  ] as const) {
    test.describe(stock === 'empty' ? 'in a new shop' : 'in any shop', () => {
      test.use({ stock })

      for (const [screen, open] of Object.entries(states)) {
        test(`'${screen}', with the longest texts: is accessible, and no texts overlap, are cut or wider than the window`, async ({
          page,
          shop,
        }) => {
          await open({ page, shop, newItem: longestTexts })
          await isLive(page)
          await test.step('no texts overlap, nothing is cut or wider than the window', () =>
            expectSoundGeometry(page, { longestTexts: true }))
          await test.step('controls are at least 44 px high and 24 px wide', () => expectLargeTargets(page))
          await test.step('nothing is animated', async () => expect(await page.evaluate(moving)).toEqual([]))
          // The banner would hide from axe what is below it.
          await previewBanner(page).evaluate((element) => element.remove())
          await test.step('axe finds no violation', async () => expect(await findViolations(page)).toEqual([]))
        })
      }
    })
  }
})

test.describe('The preview banner, connected and disconnected', () => {
  test.use({ allowedErrors: /net::ERR/ })

  test('is accessible, and the controls of a shop with a short name are large enough', async ({ page, shop }) => {
    await openHome(page)
    await expectLargeTargets(page)
    expect(await findViolations(page)).toEqual([])
    await shop.kill()
    await expect(previewBanner(page)).toContainText(disconnectedText)
    expect(await findViolations(page)).toEqual([])
  })
})

test.describe('The save button', () => {
  test.use({ stock: 'shared' })

  test('Nothing covers the save button: below the banner and an alert, and when it is focused by keyboard', async ({
    page,
    shop,
  }) => {
    await pageStates['create, filled in, with the image']?.({ page, shop, newItem: beanie })
    await isLive(page)
    const form = itemForm(page)
    const tabToSave = async () => {
      await page.locator('summary').focus() // The last control before the button.
      await page.keyboard.press('Tab')
      await expect(form.save).toBeFocused()
      expect(await findCovered(page)).toEqual([])
    }
    for (const width of [320, 360, 768, 1280, 1920]) {
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 568 })
        await tabToSave()
        await form.field('Price (LKR)').fill('twelve')
        await form.save.click()
        await expect(form.alert).toBeVisible()
        await expect(form.field('Price (LKR)')).toBeFocused()
        expect(await findCovered(page)).toEqual([])
        await tabToSave()
        await form.alert.getByRole('button', { name: 'Dismiss' }).click()
        await expect(form.alert).toHaveCount(0)
      })
    }
  })
})

test.describe('Reduced motion', () => {
  test('a new card appears without an animation', async ({ page, shop }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openHome(page)
    await addItem(shop.url, beanie)
    await expect(page.getByRole('article')).toBeVisible()
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    expect(await page.evaluate(moving)).toEqual([])
  })
})

/** Elements with an animation, a transition or smooth scrolling. */
const moving = `[...document.querySelectorAll('*')].filter((element) => {
  const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element)
  return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior !== 'auto'
}).map(({ outerHTML }) => outerHTML)`

/** Checks the touch targets of all controls on a phone and on a desktop. */
async function expectLargeTargets(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await resize(page, width)
    expect(await findSmallTargets(page)).toEqual([])
  }
}

/** Controls whose touch target is too small, measured from their middle. Nothing outside an open dialog can be touched. */
async function findSmallTargets(page: Page): Promise<string[]> {
  const dialog = page.locator('dialog:modal')
  const controls = ((await dialog.count()) > 0 ? dialog : page)
    .locator(
      'a[href]:not(.skip-link), button, input:not([type=hidden]), select, .page-header summary, .pieces summary, textarea',
    )
    .filter({ visible: true })
  expect(await controls.count()).toBeGreaterThan(4)
  return controls.evaluateAll((elements) => {
    const isTouched = (element: Element, x: number, y: number) => {
      const touchable = element.closest('label:has([type=checkbox])') ?? element // A label checks its box.
      const { left, top, width, height } = touchable.getBoundingClientRect()
      const touched = element.ownerDocument.elementsFromPoint(left + width / 2 + x, top + height / 2 + y)
      return touched.some((each) => touchable.contains(each))
    }
    const reach = (element: Element, [x, y]: readonly [number, number]) => {
      let [nearest, farthest] = [0, 60]
      while (farthest - nearest > 0.5) {
        const middle = (nearest + farthest) / 2
        if (isTouched(element, x * middle, y * middle)) nearest = middle
        else farthest = middle
      }
      return farthest
    }
    // Of a rectangle, the far edges are outside. Most controls are as large as they must be on each side of their middle.
    const enough = [
      [0, -21.9],
      [0, 21.9],
      [-11.9, 0],
      [11.9, 0],
    ] as const
    const small: string[] = []
    for (const element of elements) {
      const shown = element.closest('.slide') ?? element // The arrow of a photo is on screen only with the photo.
      shown.scrollIntoView({ block: 'center', behavior: 'instant' })
      if (enough.every(([x, y]) => isTouched(element, x, y))) continue
      const high = reach(element, [0, -1]) + reach(element, [0, 1])
      const wide = reach(element, [-1, 0]) + reach(element, [1, 0])
      if (high < 44 || wide < 24) small.push(`${wide} × ${high}: ${element.outerHTML}`)
    }
    return small
  })
}

/** The parts of the DOM's Element that this test uses. */
interface Element {
  readonly outerHTML: string
  readonly ownerDocument: { elementsFromPoint(x: number, y: number): Element[] }
  closest(selector: string): Element | null
  contains(other: Element): boolean
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
  scrollIntoView(options: { block: 'center'; behavior: 'instant' }): void
}

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
