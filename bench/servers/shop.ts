import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '../../scripts/free-ports.ts'
import {
  startShop as startShopProcess,
  type ShopProcess,
  type ShopProcessOptions,
} from '../../test/kit/shop/shop-process.ts'
import { importCatalogue } from '../data/catalogue.ts'
import { cores, onCore } from '../machine/program.ts'

/** A server of this machine in its own process. */
export interface Server extends ShopProcess {
  readonly port: number
  readonly pid: number
}

export interface ServerOptions extends Pick<ShopProcessOptions, 'dataDir' | 'script' | 'env'> {
  /** With a public address, as in production. Otherwise a preview environment, without rate limits. */
  readonly isPublic?: boolean
  /** Runs only on the core that is measured. */
  readonly isMeasured?: boolean
  /** Has this many items from the start. */
  readonly items?: number
}

/** Starts the shop on a free loopback port. Resolves once it is open. */
export async function startShop(options: ServerOptions = {}): Promise<Server> {
  const { isPublic = false, isMeasured = false, items = 0, env, dataDir, ...others } = options
  await using resources = new AsyncDisposableStack()
  const folder = dataDir ?? resources.use(await mkdtempDisposable(join(tmpdir(), 'shop-bench-'))).path
  if (items > 0) await importCatalogue(folder, items)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const shop = resources.use(
    await startShopProcess({
      nodeOptions: ['--max-semi-space-size=4'], // As `npm start`.
      ...others,
      dataDir: folder,
      env: {
        PORT: String(port),
        ...(isPublic ? { SHOP_ORIGIN: url, SHOP_WHO_MAY_ADD: 'anyone' } : { SHOP_RATE_LIMITS: 'off' }),
        ...env,
      },
      launcher: isMeasured ? onCore(cores.measured) : [],
    }),
  )
  const owned = resources.move()
  const pid = shop.child.pid ?? 0
  return { ...shop, url, identityUrl: url, port, pid, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Starts a minimal server of `bench/peers`, which does one thing that the shop does, on the core that is measured. */
export function startPeer(script: string): Promise<Server> {
  return startShop({ script: join(import.meta.dirname, '../peers', script), isMeasured: true })
}
