import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { resize } from './resize.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A phone in light and a desktop in dark colours, which do not depend on the width. In CSS pixels. */
const usualLooks = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** A page with another layout on tablets is looked at there, too. */
export const looksWithTablet = [...usualLooks, { width: 768, colorScheme: 'light' }] as const

/** Runs axe on the page as it is in these looks. @returns rule, element and reason of each violation. */
export async function findViolations(
  page: Page,
  looks: typeof usualLooks | typeof looksWithTablet = usualLooks,
): Promise<string[]> {
  const found: string[] = []
  // ARIA in HTML forbids both on one element, and axe does not check it.
  if ((await page.locator('[disabled][aria-disabled]').count()) > 0) found.push('both disabled and aria-disabled')
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await resize(page, width)
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
