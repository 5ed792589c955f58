import { buildOnce } from '../fixtures/build-once.ts'
import { installPackages } from '../fixtures/install-packages.ts'

/** For `node --test --test-global-setup`: once before all tests of the cloud. */
export async function globalSetup(): Promise<void> {
  await installPackages('test/cloud')
  await installPackages('packages/identity/conformance')
  await buildOnce()
}
