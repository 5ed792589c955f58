import { findFirestoreEmulator, noFirestoreEmulator } from '../../scripts/test/firestore-emulator.ts'
import { installPackages } from '../kit/install-packages.ts'
import { shareEmulators } from '../kit/share-emulators.ts'
import { buildOnce } from '../kit/shop/build-once.ts'
import { shareHost } from '../kit/shop/hosted-shop.ts'

const started = new AsyncDisposableStack()

/** For `node --test --test-global-setup`: starts Google's emulators and builds the shop, once before all test files. */
export async function globalSetup(): Promise<void> {
  const [emulators] = await Promise.all([shareEmulators(), installPackages('test/cloud'), buildOnce()])
  started.use(emulators)
  if (findFirestoreEmulator() === undefined) {
    process.stdout.write(`${noFirestoreEmulator} Only the in-process stand-in is tested.\n`)
    return
  }
  started.use(await shareHost())
}

export const globalTeardown = () => started.disposeAsync()
