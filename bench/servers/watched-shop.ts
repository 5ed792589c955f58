import { once } from 'node:events'
import { join } from 'node:path'

import type { EventLoopReport } from './event-loop-watch.ts'
import { startShop, type Server } from './shop.ts'

export interface WatchedShop extends Server {
  /** The delays of its event loop since the last call. */
  readEventLoop(): Promise<EventLoopReport>
}

/** Starts the shop with a monitor of its event loop. */
export async function startWatchedShop(env: Readonly<Record<string, string>>): Promise<WatchedShop> {
  const shop = await startShop({ nodeOptions: ['--import', join(import.meta.dirname, 'event-loop-watch.ts')], env })
  const readEventLoop = async () => {
    const reported = once(shop.child, 'message') as Promise<[EventLoopReport]>
    shop.child.send('report')
    const [report] = await reported
    return report
  }
  return { ...shop, readEventLoop }
}
