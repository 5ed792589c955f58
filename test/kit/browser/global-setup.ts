import { findOrDownloadBrowser } from '../../../scripts/test/browser.ts'
import { installPackages } from '../install-packages.ts'
import { buildOnce } from '../shop/build-once.ts'

/** Playwright's global setup: installs a browser and the emulators and builds the shop, before any worker starts. */
export default async function prepare(): Promise<void> {
  findOrDownloadBrowser()
  await installPackages('test/cloud')
  await installPackages('packages/identity/conformance')
  await buildOnce()
}
