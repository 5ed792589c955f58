import type { Page } from '@playwright/test'

/** Waits for what the page does with another width: a media query tells it before the next frame. */
export async function resize(page: Page, width: number, height = 800): Promise<void> {
  await page.setViewportSize({ width, height })
  await nextFrame(page)
}

/** Waits until the page has been drawn as it is now. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
}
