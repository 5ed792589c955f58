import type { Locator, Page } from '@playwright/test'

import { expect } from './shop-fixtures.ts'

export const runningText = 'Preview backend running in this workspace.'
export const disconnectedText = 'Preview backend disconnected.'

export function previewBanner(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'Preview backend' })
}

/** Waits for the live connection, which the banner shows. */
export async function isLive(page: Page): Promise<void> {
  await expect(previewBanner(page)).toContainText(runningText)
}

/** Opens the home page and waits until it is live. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await isLive(page)
}

/** The titles of the cards. */
export function titles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading')
}

/** The card of an item. */
export function card(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}
