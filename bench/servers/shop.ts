import type { ChildProcess } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'

import { findFreePort } from '../../scripts/free-ports.ts'
import { startShop as startShopProcess } from '../../test/kit/shop/shop-process.ts'
import { cores, onCore, temporaryFolders } from '../machine/program.ts'

/** A server of this machine in its own process. */
export interface Server extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly child: ChildProcess
  readonly dataDir: string
}

export interface ServerOptions {
  /** With a public address, as in production. Otherwise a preview environment, without rate limits. */
  readonly isPublic?: boolean
  /** Runs only on the core that is measured. */
  readonly isMeasured?: boolean
  /** A folder that is kept; a temporary one by default. */
  readonly dataDir?: string
  /** The script that Node runs; by default the built shop, which is built first if there is no current build. */
  readonly script?: string
  readonly nodeOptions?: readonly string[]
  /** More settings. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the shop on a free loopback port. Resolves once it is open. */
export async function startShop(options: ServerOptions = {}): Promise<Server> {
  const { isPublic = false, isMeasured = false, env, dataDir, ...others } = options
  await using resources = new AsyncDisposableStack()
  const folder = dataDir ?? resources.use(await mkdtempDisposable(join(temporaryFolders, 'shop-bench-'))).path
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const shop = resources.use(
    await startShopProcess({
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
  const { child } = shop
  return { url, port, pid: child.pid ?? 0, child, dataDir: folder, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Starts a minimal server of `bench/peers`, which does one thing that the shop does; on the core that is measured by default. */
export function startPeer(script: string, { isMeasured = true } = {}): Promise<Server> {
  return startShop({ script: join(import.meta.dirname, '../peers', script), isMeasured })
}
