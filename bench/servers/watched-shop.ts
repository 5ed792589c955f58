import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { waitUntil } from '../machine/machine.ts'
import { createTemporaryFolder } from '../machine/temporary-folder.ts'
import type { EventLoopReport } from './event-loop-watch.ts'
import { startShop, type Shop } from './shop.ts'

export interface WatchedShop extends Shop {
  /** The delays of its event loop since the last call. */
  readEventLoop(): Promise<EventLoopReport>
}

/** Starts the shop with a monitor of its event loop. */
export async function startWatchedShop(env: Readonly<Record<string, string>>): Promise<WatchedShop> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await createTemporaryFolder())
  const file = join(folder.path, 'event-loop.json')
  const watch = join(import.meta.dirname, 'event-loop-watch.ts')
  const shop = resources.use(
    await startShop({ nodeArguments: ['--import', watch], env: { ...env, BENCH_EVENT_LOOP_FILE: file } }),
  )
  const readEventLoop = async () => {
    process.kill(shop.pid, 'SIGUSR2')
    let report: EventLoopReport | undefined
    await waitUntil(() => (report = readReport(file)) !== undefined, 'The shop wrote no report of its event loop.')
    rmSync(file)
    return report as unknown as EventLoopReport
  }
  await readEventLoop()
  const owned = resources.move()
  return { ...shop, readEventLoop, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** @returns `undefined` while it is missing or incomplete. */
function readReport(file: string): EventLoopReport | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as EventLoopReport
  } catch {
    return undefined
  }
}
