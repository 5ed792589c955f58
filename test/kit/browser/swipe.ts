import type { Page } from '@playwright/test'

const secondsOfAStep = 0.016

/**
 * Swipes with a finger at a height of the window, from one x position to another, in a sixth of a second however busy the machine is:
 * what a browser makes of a swipe depends on its speed. The page needs `hasTouch`.
 */
export async function swipe(page: Page, y: number, from: number, to: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number, x?: number) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
      timestamp: startedAt + step * secondsOfAStep,
    })
  await touch('touchStart', 0, from)
  for (let step = 1; step <= 10; step++) await touch('touchMove', step, from + ((to - from) * step) / 10)
  await touch('touchEnd', 11)
  await devTools.detach()
}
