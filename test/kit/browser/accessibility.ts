import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

import { resize } from './resize.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

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
  await page.evaluate(axe)
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await resize(page, width)
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${id} at ${target.join(' ')} (${colorScheme}, ${width} px): ${failureSummary}`)
      }
    }
  }
  return found
}
