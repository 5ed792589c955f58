import { buildOnce } from '../kit/shop/build-once.ts'
import { shareHost } from '../kit/shop/hosted-shop.ts'

const started = new AsyncDisposableStack()

/** For `node --test --test-global-setup`: builds the shop, and starts a process for shops, once before all test files. */
export async function globalSetup(): Promise<void> {
  await buildOnce()
  started.use(await shareHost())
}

export const globalTeardown = () => started.disposeAsync()
