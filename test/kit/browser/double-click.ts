import type { Locator } from '@playwright/test'

/** Clicks twice at one moment of the page's clock, however long the browser takes for the first click. */
export async function doubleClick(target: Locator): Promise<void> {
  const { clock } = target.page()
  await clock.install()
  await clock.pauseAt(Date.now() + 1_000)
  await target.dblclick()
  await clock.resume()
}
