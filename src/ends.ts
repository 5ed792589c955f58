import { endReservations } from './catalogue/end-reservations.ts'
import type { Store } from './catalogue/store.ts'
import { startEndJob, type EndJobOptions } from './process/end-job.ts'
import { endNotice } from './shop-settings/end-notice.ts'
import type { SettingsStore } from './shop-settings/settings-store.ts'

interface EndsOptions extends Omit<EndJobOptions, 'ends'> {
  readonly store: Store
  readonly settings: SettingsStore
}

/** Everything in a shop that ends by itself. */
export function startEnds({ store, settings, ...options }: EndsOptions): AsyncDisposable {
  const ends = {
    reservations: (today: string) => endReservations(store, today),
    notice: (today: string) => endNotice(settings, today),
  }
  return startEndJob({ ends, ...options })
}
