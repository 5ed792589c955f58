import { findOrDownloadBrowser } from '../../../scripts/test/browser.ts'
import { shareEmulators } from '../share-emulators.ts'
import { buildOnce } from '../shop/build-once.ts'

/**
 * Playwright's global setup: installs a browser, builds the shop and starts Google's emulators, before any worker starts.
 *
 * @returns the teardown.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  findOrDownloadBrowser()
  const [emulators] = await Promise.all([shareEmulators(), buildOnce()])
  return async () => emulators[Symbol.asyncDispose]()
}
