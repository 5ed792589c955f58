import { bringBrowser } from '../../../scripts/test/browser.ts'
import { installPackages } from '../install-packages.ts'
import { buildOnce } from '../shop/build-once.ts'

/** Playwright's global setup: a browser, stand-ins for the cloud and a build, before any worker starts. */
export default async function prepare(): Promise<void> {
  bringBrowser()
  await installPackages('test/cloud')
  await installPackages('packages/identity/conformance')
  await buildOnce()
}
