import { noFirestoreEmulator } from '../../scripts/test/firestore-emulator.ts'
import { installPackages } from '../kit/install-packages.ts'
import { buildOnce } from '../kit/shop/build-once.ts'
import { shareHost } from '../kit/shop/hosted-shop.ts'
import { shareAuthEmulator } from './auth-emulator.ts'
import { shareFirestoreEmulator } from './firestore-emulator.ts'

const started = new AsyncDisposableStack()

/** For `node --test --test-global-setup`: starts Google's emulators and builds the shop, once before all test files. */
export async function globalSetup(): Promise<void> {
  await Promise.all([installPackages('test/cloud'), installPackages('packages/identity/conformance')])
  const [firestore, auth] = await Promise.all([shareFirestoreEmulator(), shareAuthEmulator(), buildOnce()])
  started.use(auth)
  if (started.use(firestore) === null) {
    process.stdout.write(`${noFirestoreEmulator} Only the in-process stand-in is tested.\n`)
    return
  }
  started.use(await shareHost())
}

export const globalTeardown = () => started.disposeAsync()
