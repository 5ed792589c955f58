import { readFields } from '../../domain/field-table.ts'
import type { StoredItem, ManagedItem } from '../../domain/item-state.ts'
import { storedFields, toStoredFields } from '../../domain/stored-fields.ts'
import { item as words } from '../../messages/messages.ts'

type State = [sold: number, hidden: number, removedAt: number | null]

/** An item in the database. `fields` is JSON. */
export type StoredRow = [id: string, createdAt: number, fields: string, ...State]

export type ManagedRow = [...StoredRow, version: number]

/** In the order of {@link StoredRow}. */
export const storedColumns = 'id, created_at, fields, sold, hidden, removed_at'

/** In the order of {@link ManagedRow}. */
export const managedColumns = `${storedColumns}, version`

/** Equal items have equal rows. */
export function toRow(item: StoredItem): StoredRow {
  return [item.id, item.createdAt.getTime(), JSON.stringify(toStoredFields(item)), ...toState(item)]
}

export function toState({ sold, hidden, removedAt }: StoredItem): State {
  return [Number(sold), Number(hidden), removedAt?.getTime() ?? null]
}

/** A change of `fields` as a JSON merge patch (RFC 7396), so that fields of a later version stay as they are. */
export function toPatch(changes: Partial<StoredItem>): string {
  return JSON.stringify(toStoredFields(changes, null))
}

export function toStoredItem(row: StoredRow | ManagedRow): StoredItem {
  const [id, createdAt, fields, sold, hidden, removedAt] = row
  const { values } = readFields(storedFields, JSON.parse(fields) as object)
  return {
    id,
    createdAt: new Date(createdAt),
    ...values,
    title: values.title || words.untitled,
    sold: sold === 1,
    hidden: hidden === 1,
    removedAt: removedAt === null ? null : new Date(removedAt),
  }
}

export function toManagedItem(row: ManagedRow): ManagedItem {
  return { ...toStoredItem(row), version: String(row.at(-1)) }
}
