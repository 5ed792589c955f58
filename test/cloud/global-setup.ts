import { installPackages } from '../kit/install-packages.ts'
import { buildOnce } from '../kit/shop/build-once.ts'

/** For `node --test --test-global-setup`: installs the emulators and builds the shop, once before all test files. */
export async function globalSetup(): Promise<void> {
  await installPackages('test/cloud')
  await installPackages('packages/identity/conformance')
  await buildOnce()
}
