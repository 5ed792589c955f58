import { findOrDownloadBrowser } from '../../../scripts/test/browser.ts'
import { shareEmulators } from '../share-emulators.ts'
import { buildOnce } from '../shop/build-once.ts'
import { shareHost } from '../shop/hosted-shop.ts'

/**
 * Playwright's global setup: installs a browser, builds the shop, and starts Google's emulators and a process for shops, before any
 * worker starts.
 *
 * @returns the teardown.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  findOrDownloadBrowser()
  const started = new AsyncDisposableStack()
  const [emulators] = await Promise.all([shareEmulators(), buildOnce()])
  started.use(emulators)
  started.use(await shareHost())
  return () => started.disposeAsync()
}
