import { undoEndedAt } from '../domain/item-state.ts'
import type { Log } from '../log/log.ts'
import type { Store } from '../store/store.ts'

const hourMs = 3_600_000

/** Every hour, makes what was removed long enough ago gone for good. Does not keep the process alive. */
export function keepPurging(store: Pick<Store, 'purge'>, log: Log): Disposable {
  const purge = async () => {
    try {
      const items = await store.purge(undoEndedAt(new Date()))
      if (items > 0) log.info({ items }, 'items that were removed are gone for good')
    } catch (error) {
      log.error({ err: error }, 'items that were removed could not be purged, which is tried again in an hour')
    }
  }
  const timer = setInterval(purge, hourMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
