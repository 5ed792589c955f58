import { dayOf, hasEnded, type Day } from './day.ts'
import { flag } from './field-kinds.ts'
import { hasSameFields, parseFields } from './field-table.ts'
import { InvalidInputError } from './invalid-input.ts'
import { isDetail, itemFields } from './item-fields.ts'
import type { Item, NewItem } from './item.ts'
import { hasRemoteCopy } from './photo.ts'
import { noReservation, reservationFields, storedFields, type Reservation } from './stored-fields.ts'

/** An item as it is stored, whether visitors see it or not, with what only owners see. */
export interface StoredItem extends Item, Reservation {
  /** Whether it is hidden from visitors. */
  readonly hidden: boolean
  /** When it was removed from the catalogue, to the millisecond; `null` if it is not removed. */
  readonly removedAt: Date | null
}

/** An item as owners see it. */
export interface ManagedItem extends StoredItem {
  /** Changes with every update; letters and digits. An update names the version that it is based on. */
  readonly version: string
}

/** A change of an item: only the fields that change. */
export type ItemChanges = Partial<NewItem & Pick<StoredItem, 'sold' | 'hidden'> & Reservation>

/** The state of a new item. */
export const initialState: Pick<StoredItem, 'sold' | 'hidden' | 'removedAt'> & Reservation = {
  ...noReservation,
  sold: false,
  hidden: false,
  removedAt: null,
}

/** For how many days a removed item can be restored, before it is deleted for good. */
export const restoreDays = 30

/** Items that were removed before this time can no longer be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restoreDays * 86_400_000)
}

/** Whether visitors see the item. */
export function isVisible({ hidden, removedAt }: Pick<StoredItem, 'hidden' | 'removedAt'>): boolean {
  return !hidden && removedAt === null
}

/** What visitors see of an item. */
export function toVisibleItem(managed: ManagedItem): Item {
  const { hidden: _, removedAt: __, version: ___, reservedUntil: ____, reservedNote: _____, ...item } = managed
  return item
}

/**
 * Adds the remote copy to a change that has the same image URL and no photos. Forms do not know about remote copies, which
 * stay as long as the image URL does.
 */
export function keepRemoteCopy(item: StoredItem, changes: ItemChanges): ItemChanges {
  const keepsCopy = changes.photos?.length === 0 && changes.imageUrl === item.imageUrl && hasRemoteCopy(item)
  return keepsCopy ? { ...changes, photos: item.photos } : changes
}

/**
 * A change of all fields. Details that the input leaves out stay as they are: a page that was opened before the shop had
 * them does not send them, and must not remove what another one saved.
 */
export function replaceFields(item: NewItem, input: unknown): ItemChanges {
  const given = input as Partial<Record<string, unknown>>
  return Object.fromEntries(Object.entries(item).filter(([name]) => !isDetail(name) || given[name] !== undefined))
}

/** Whether a change would change nothing. */
export function isUnchanged(item: StoredItem, changes: ItemChanges): boolean {
  const { sold = item.sold, hidden = item.hidden } = changes
  return sold === item.sold && hidden === item.hidden && hasSameFields(storedFields, item, changes)
}

/**
 * The stored item to compare an imported one with: most files have no private fields, which makes no other item of it.
 */
export function withNoteOf(item: StoredItem, stored: StoredItem): StoredItem {
  return item.reservedNote === null ? { ...stored, reservedNote: null } : stored
}

/** What can be changed without the other fields. A reservation is changed as a whole. */
const stateFields = {
  sold: flag,
  hidden: flag,
  madeToOrder: itemFields.madeToOrder,
  price: itemFields.price,
  ...reservationFields,
}

/**
 * Parses a change of an item's state: one or more of `sold`, `hidden`, `madeToOrder` and `reserved`, each true or false, and
 * `price`. With `reserved: true` come its `reservedUntil` and `reservedNote`; a reservation without them has no end and no note.
 *
 * @throws InvalidInputError, also for a reservation that has ended before today.
 */
export function parseItemState(input: unknown, today: Day = dayOf(new Date())): ItemChanges {
  const given = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  const names = Object.keys(given)
  const isKnown = (name: string) => {
    if (Object.hasOwn(noReservation, name) && name !== 'reserved') return given['reserved'] === true
    return Object.hasOwn(stateFields, name) && (name === 'price' || typeof given[name] === 'boolean')
  }
  if (names.length === 0 || !names.every(isKnown)) throw new InvalidInputError('invalid-item', { code: 'notAState' })
  const { values, problems } = parseFields(stateFields, given)
  if (hasEnded(values.reservedUntil, today)) problems.set('reservedUntil', { code: 'dayPassed' })
  if (problems.size > 0) throw new InvalidInputError('invalid-item', undefined, Object.fromEntries(problems))
  const isGiven = (name: string) => names.includes(Object.hasOwn(noReservation, name) ? 'reserved' : name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => isGiven(name)))
}
