import { findOrDownloadBrowser } from '../../../scripts/test/browser.ts'
import { shareAuthEmulator } from '../../cloud/auth-emulator.ts'
import { shareFirestoreEmulator } from '../../cloud/firestore-emulator.ts'
import { installPackages } from '../install-packages.ts'
import { buildOnce } from '../shop/build-once.ts'

/**
 * Playwright's global setup: installs a browser and the Auth emulator, builds the shop and starts Google's emulators,
 * before any worker starts.
 *
 * @returns the teardown.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  findOrDownloadBrowser()
  await installPackages('packages/identity/conformance')
  const [firestore, auth] = await Promise.all([shareFirestoreEmulator(), shareAuthEmulator(), buildOnce()])
  const started = new AsyncDisposableStack()
  started.use(firestore)
  started.use(auth)
  return () => started.disposeAsync()
}
