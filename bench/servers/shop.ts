import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFreePort } from '../../scripts/free-ports.ts'
import { waitUntil } from '../machine/machine.ts'
import { startProgram } from '../machine/program.ts'
import { createTemporaryFolder } from '../machine/temporary-folder.ts'

const startModule = join(import.meta.dirname, '../../scripts/start.ts')

/** The built shop in its own process. */
export interface Shop extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
}

export interface ShopOptions {
  /** With a public address, as in production. Otherwise a preview environment, without rate limits. */
  readonly isPublic?: boolean
  readonly core?: number
  /** A folder that is kept; a temporary one by default. */
  readonly dataDir?: string
  readonly nodeArguments?: readonly string[]
  /** More settings. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the shop on a free loopback port, and builds it first if there is no current build. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const { isPublic = false, core, nodeArguments = [] } = options
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await createTemporaryFolder())
  const dataDir = options.dataDir ?? folder.path
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder.path, 'shop.log')
  const log = await open(logFile, 'w')
  const program = resources.use(
    startProgram(process.execPath, [...nodeArguments, startModule], {
      ...(core !== undefined && { core }),
      env: {
        ...cleanEnvironment(),
        PORT: String(port),
        SHOP_DATA_DIR: dataDir,
        ...(isPublic ? { SHOP_ORIGIN: url } : { SHOP_RATE_LIMITS: 'off' }),
        ...options.env,
      },
      stdio: ['ignore', log.fd, log.fd],
    }),
  )
  await log.close()
  const isReady = async () => {
    if (program.child.exitCode !== null) throw new Error(`The shop did not start: ${await readFile(logFile, 'utf8')}`)
    return isHealthy(url)
  }
  await waitUntil(isReady, 'The shop did not start in time.', { timeoutMs: 180_000, everyMs: 5 })
  const owned = resources.move()
  return { url, port, pid: program.pid, dataDir, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Whether `/healthz` answers 200. */
export async function isHealthy(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/** The environment without the caller's own settings of the shop. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !/^(?:SHOP_|PORT$|HOST$|NODE_ENV$|NODE_OPTIONS$)/.test(name))
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}
