import { noFirestoreEmulator } from '../../scripts/test/firestore-emulator.ts'
import { installPackages } from '../kit/install-packages.ts'
import { buildOnce } from '../kit/shop/build-once.ts'
import { shareHost } from '../kit/shop/hosted-shop.ts'
import { shareAuthEmulator } from './auth-emulator.ts'
import { shareFirestoreEmulator } from './firestore-emulator.ts'

const started = new AsyncDisposableStack()

/** For `node --test --test-global-setup`: starts Google's emulators and builds the shop, once before all test files. */
export async function globalSetup(): Promise<void> {
  await installPackages('test/cloud')
  if (started.use(await shareFirestoreEmulator()) === null) {
    process.stdout.write(`${noFirestoreEmulator} Only the in-process stand-in is tested.\n`)
    return
  }
  await installPackages('packages/identity/conformance')
  started.use(await shareAuthEmulator())
  await buildOnce()
  started.use(await shareHost())
}

export const globalTeardown = () => started.disposeAsync()
