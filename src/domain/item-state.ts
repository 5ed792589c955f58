import { itemRules } from '../messages/messages.ts'
import { ShopError } from './errors.ts'
import type { Item, NewItem } from './item.ts'
import { hasRemoteCopy } from './photo.ts'

/** A piece as it is kept, whether visitors see it or not. */
export interface StoredItem extends Item {
  /** Visitors do not see it until it is shown again. */
  readonly hidden: boolean
  /** When it was taken out of the catalogue, to the millisecond; `null` while it is in it. */
  readonly removedAt: Date | null
}

/** A piece as its maker sees it. */
export interface ManagedItem extends StoredItem {
  /** Another one after each change, of letters and digits. A change names the one that it was made on. */
  readonly version: string
}

/** What of a piece may be changed; what is left out stays. */
export type ItemChanges = Partial<NewItem & ShownState>

type ShownState = Pick<StoredItem, 'sold' | 'hidden'>

/** The state of a new piece. */
export const initialState: Pick<StoredItem, 'sold' | 'hidden' | 'removedAt'> = {
  sold: false,
  hidden: false,
  removedAt: null,
}

/** For so many days a piece that was removed can be brought back; then it is gone for good. */
export const restoreDays = 30

/** Before this time a piece must have been removed to be gone for good now. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restoreDays * 86_400_000)
}

/** Whether visitors see the piece. */
export function isVisible({ hidden, removedAt }: Pick<StoredItem, 'hidden' | 'removedAt'>): boolean {
  return !hidden && removedAt === null
}

/**
 * What a change comes to. Its maker knows nothing of the copy of a picture that is elsewhere on the web: it stays for as
 * long as the picture's address does.
 */
export function keepRemoteCopy(item: StoredItem, changes: ItemChanges): ItemChanges {
  const staysCopied = changes.photos?.length === 0 && changes.imageUrl === item.imageUrl && hasRemoteCopy(item)
  return staysCopied ? { ...changes, photos: item.photos } : changes
}

/** Whether a piece is already as this change would have it. */
export function isUnchanged(item: StoredItem, { photos, ...changes }: ItemChanges): boolean {
  const isSame = Object.entries(changes).every(([name, value]) => item[name as keyof ItemChanges] === value)
  return isSame && (photos === undefined || sameIds(item.photos, photos))
}

function sameIds(a: NewItem['photos'], b: NewItem['photos']): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]?.id)
}

/**
 * Turns what someone sent into a change of a piece's state: `sold`, `hidden` or both.
 *
 * @throws ShopError `invalid-item`
 */
export function parseItemState(input: unknown): Partial<ShownState> {
  const given = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const isState = ([name, value]: [string, unknown]) => /^(?:sold|hidden)$/.test(name) && typeof value === 'boolean'
  if (given.length === 0 || !given.every(isState)) throw new ShopError('invalid-item', itemRules.notAState)
  return Object.fromEntries(given)
}
