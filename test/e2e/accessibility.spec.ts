import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { addItem } from '../kit/api-client.ts'
import { previewBanner, pageStates, pageStatesEnv } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { beanie } from '../kit/sample-items.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const variants = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
] as const

/** Runs axe on a phone in light and on a desktop in dark colours. @returns rule, element and reason of each violation. */
async function findViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  // ARIA in HTML forbids both on one element, and axe does not check it.
  if ((await page.locator('[disabled][aria-disabled]').count()) > 0) found.push('both disabled and aria-disabled')
  for (const { colorScheme, width } of variants) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // No page has frames, so axe needs no second page to merge results.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze()
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${id} at ${target.join(' ')} (${colorScheme}, ${width} px): ${failureSummary}`)
      }
    }
  }
  return found
}

test.describe('Accessibility: axe finds no violation', () => {
  test.use({ allowedErrors: /status of 4(?:03|04|10)|net::ERR/, shopEnv: pageStatesEnv })
  test.slow()

  for (const [screen, open] of Object.entries(pageStates)) {
    test(`on the page '${screen}'`, async ({ page, shop, images }) => {
      await open({ page, shop, images })
      // The banner would hide from axe what is below it.
      await previewBanner(page).getByRole('button', { name: 'Dismiss' }).click()
      expect(await findViolations(page)).toEqual([])
    })
  }

  test('in the preview banner, connected and disconnected', async ({ page, shop }) => {
    await page.goto('/')
    await expect(previewBanner(page)).toContainText('running')
    expect(await findViolations(page)).toEqual([])
    await shop.kill()
    await expect(previewBanner(page)).toContainText('disconnected')
    expect(await findViolations(page)).toEqual([])
  })
})

test.describe('Accessibility: target size and reduced motion', () => {
  test.use({ allowedErrors: /status of 4(?:03|04|10)/, shopEnv: pageStatesEnv })

  for (const [screen, open] of Object.entries(pageStates)) {
    test(`controls are at least 44 px high and 24 px wide, and nothing is animated: '${screen}'`, async ({
      page,
      shop,
      images,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open({ page, shop, images })
      await expect(previewBanner(page)).toBeVisible()
      expect(await page.evaluate(moving)).toEqual([])
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await findSmallTargets(page)).toEqual([])
      }
    })
  }
})

/** Controls whose touch target is too small, measured from their middle. */
async function findSmallTargets(page: Page): Promise<string[]> {
  const controls = page.locator('a[href]:not(.skip-link), button, input, textarea').filter({ visible: true })
  expect(await controls.count()).toBeGreaterThan(4)
  return controls.evaluateAll((elements) => {
    const reach = (element: Element, step: readonly [number, number]) => {
      const shown = element.closest('.slide') ?? element // The arrow of a photo is on screen only with the photo.
      shown.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const isTouched = (distance: number) => {
        const [x, y] = [left + width / 2 + step[0] * distance, top + height / 2 + step[1] * distance]
        return element.ownerDocument.elementsFromPoint(x, y).some((touched) => element.contains(touched))
      }
      let distance = 0
      while (distance < 60 && isTouched(distance)) distance += 0.5
      return distance
    }
    const small: string[] = []
    for (const element of elements) {
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

test.describe('Accessibility: reduced motion', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('a new card appears without an animation', async ({ page, shop, images }) => {
    await page.goto('/')
    await expect(previewBanner(page)).toBeVisible()
    await addItem(shop.url, beanie(images))
    await expect(page.getByRole('article')).toBeVisible()
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    expect(await page.evaluate(moving)).toEqual([])
  })

  test('navigation has no view transition', async ({ page }) => {
    await page.addInitScript('addEventListener("pagereveal", (event) => (window.fade = event.viewTransition))')
    await page.goto('/')
    await page.getByRole('link', { name: 'Add item' }).click()
    await expect(page).toHaveURL('/create')
    expect(await page.evaluate('window.fade')).toBeNull()
  })
})

/** Elements with an animation, a transition or smooth scrolling. */
const moving = `[...document.querySelectorAll('*')].filter((element) => {
  const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element)
  return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior !== 'auto'
}).map(({ outerHTML }) => outerHTML)`
