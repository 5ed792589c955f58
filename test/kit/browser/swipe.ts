import type { Page } from '@playwright/test'

/** Swipes with a finger at a height of the window, from one x position to another. The page needs `hasTouch`. */
export async function swipe(page: Page, y: number, from: number, to: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step++) await touch('touchMove', from + ((to - from) * step) / 10)
  await touch('touchEnd')
  await devTools.detach()
}
