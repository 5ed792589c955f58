import { isDeepStrictEqual } from 'node:util'

import type { ItemRequest } from '../../../src/domain/item.ts'
import { imageUrlOf } from '../../../src/domain/photo.ts'
import type { ManagedItem } from '../manage-client.ts'
import { photosOf } from './check-photos.ts'
import { initial, RefusedWriteError, type ItemEntry, type ItemWrite, type Writer } from './writer.ts'

/** Compares all items of the shop with what it acknowledged, and settles pending writes. */
export async function checkItems(writer: Writer, found: readonly ManagedItem[], lost: string[]): Promise<void> {
  const byId = new Map(found.map((item) => [item.id, item]))
  const kept: ItemEntry[] = []
  for (const entry of writer.items) {
    const id = 'id' in entry.origin ? entry.origin.id : entry.acknowledged?.id
    const problem = id === undefined ? await addAgain(writer, entry) : settle(entry, byId.get(id))
    if (problem !== undefined) lost.push(problem)
    if (entry.acknowledged !== undefined) kept.push(entry)
    byId.delete(id ?? entry.acknowledged?.id ?? '')
  }
  writer.items.splice(0, writer.items.length, ...kept)
  for (const item of byId.values()) lost.push(`nobody added this item: ${JSON.stringify(item)}`)
}

/** Sends the latest new items again, with the same idempotency keys: the shop has them already. */
export async function checkRepeatedAdding(writer: Writer, latest: number, lost: string[]): Promise<void> {
  const added = writer.items.filter(({ origin }) => 'key' in origin)
  for (const { origin, acknowledged } of added.slice(-latest)) {
    if (!('key' in origin)) continue
    try {
      const { status, answer } = await writer.sendNewItem(origin)
      if (status !== 200 || answer.id !== acknowledged?.id) lost.push(`added twice: ${JSON.stringify(acknowledged)}`)
    } catch (error) {
      // It was changed since.
      if (!(error instanceof RefusedWriteError && error.status === 409)) throw error
    }
  }
}

/** Sends an item again that was not acknowledged: the shop has it as it was sent, or not at all. @returns what is wrong. */
async function addAgain(writer: Writer, entry: ItemEntry): Promise<string | undefined> {
  if (!('key' in entry.origin)) return undefined
  try {
    const { answer } = await writer.sendNewItem(entry.origin)
    const item = { ...answer, ...initial }
    entry.settle(item)
    return hasFields(item, entry.origin.fields) ? undefined : describe(entry, item)
  } catch (error) {
    if (!(error instanceof RefusedWriteError)) throw error
    return `${describe(entry, undefined)}: ${error.message}`
  }
}

/** @param item what the shop has. @returns what is wrong, once. */
function settle(entry: ItemEntry, item: ManagedItem | undefined): string | undefined {
  const problem = isPossible(entry, item) ? undefined : describe(entry, item)
  entry.settle(item)
  return problem
}

/** Whether this can be the item after the writes of an entry. */
function isPossible({ acknowledged, pending, states }: ItemEntry, item: ManagedItem | undefined): boolean {
  if (states.some((state) => isDeepStrictEqual(item, state))) return true
  if (pending === undefined || item === undefined) return false
  if (acknowledged === undefined)
    return hasFields(item, pending as ItemRequest) && isDeepStrictEqual(pick(item, initial), initial)
  const isNext = Number(item.version) === Number(acknowledged.version) + 1
  return isNext && isWritten(item, pending, acknowledged)
}

/** Whether a write was made, and nothing else. */
function isWritten(item: ManagedItem, wanted: ItemWrite, before: ManagedItem): boolean {
  const { version } = item
  if ('sold' in wanted) return isDeepStrictEqual(item, { ...before, version, sold: wanted.sold })
  if ('isRemoved' in wanted) {
    const { removedAt } = item
    return (removedAt !== null) === wanted.isRemoved && isDeepStrictEqual(item, { ...before, version, removedAt })
  }
  const { id, createdAt, sold, hidden, removedAt } = before
  const kept = { id, createdAt, sold, hidden, removedAt }
  return hasFields(item, wanted) && isDeepStrictEqual(pick(item, kept), kept)
}

function hasFields(item: ManagedItem, { photos, imageUrl, ...fields }: ItemRequest): boolean {
  const stored = photosOf(item)
  const [first] = stored
  const expectedUrl = first ? imageUrlOf(first) : imageUrl
  const hasPhotos = isDeepStrictEqual(
    stored.map(({ id }) => id),
    photos,
  )
  return hasPhotos && item['imageUrl'] === expectedUrl && isDeepStrictEqual(pick(item, fields), fields)
}

function pick<T extends object>(item: ManagedItem, names: T): Partial<T> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, item[name]])) as Partial<T>
}

function describe({ acknowledged, pending }: ItemEntry, item: ManagedItem | undefined): string {
  return `item: ${JSON.stringify({ acknowledged, pending, found: item ?? 'nothing' })}`
}
