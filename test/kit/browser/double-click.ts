import type { Locator } from '@playwright/test'

/** Clicks twice at one moment of the page's clock, however long the browser takes for the first click. */
export async function doubleClick(target: Locator): Promise<void> {
  const { clock } = target.page()
  await clock.install()
  // A moment that is past is refused, and a busy machine takes a while to pause.
  await clock.pauseAt(Date.now() + 10_000)
  await target.dblclick()
  await clock.resume()
}
