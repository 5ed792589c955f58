import type { Day } from '../domain/day.ts'
import { noReservation } from '../domain/stored-fields.ts'
import type { Store } from './store.ts'

/**
 * Ends the reservations whose last day has passed. One that an owner has changed since it was read stays.
 *
 * @returns how many ended.
 */
export async function endReservations(store: Pick<Store, 'endedReservations' | 'update'>, today: Day): Promise<number> {
  let ended = 0
  for (const { id, version } of await store.endedReservations(today)) {
    const outcome = await store.update(id, noReservation, version)
    if (outcome?.isDone) ended += 1
  }
  return ended
}
