import { hasSameFields } from './field-table.ts'
import { InvalidInputError } from './invalid-input.ts'
import { isDetail, itemFields } from './item-fields.ts'
import type { Item, NewItem } from './item.ts'
import { hasRemoteCopy } from './photo.ts'

/** An item as it is stored, whether visitors see it or not. */
export interface StoredItem extends Item {
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
export type ItemChanges = Partial<NewItem & ShownState>

type ShownState = Pick<StoredItem, 'sold' | 'hidden' | 'madeToOrder'>

/** The state of a new item. */
export const initialState: Pick<StoredItem, 'sold' | 'hidden' | 'removedAt'> = {
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
  const { hidden: _, removedAt: __, version: ___, ...item } = managed
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
  return sold === item.sold && hidden === item.hidden && hasSameFields(itemFields, item, changes)
}

/**
 * Parses a change of an item's state: one or more of `sold`, `hidden` and `madeToOrder`.
 *
 * @throws InvalidInputError
 */
export function parseItemState(input: unknown): Partial<ShownState> {
  const given = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const isState = ([name, value]: [string, unknown]) =>
    /^(?:sold|hidden|madeToOrder)$/.test(name) && typeof value === 'boolean'
  if (given.length === 0 || !given.every(isState)) throw new InvalidInputError('invalid-item', { code: 'notAState' })
  return Object.fromEntries(given)
}
