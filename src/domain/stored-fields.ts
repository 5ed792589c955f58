import { flag, text } from './field-kinds.ts'
import { absentValues, type Field, type FieldTable, type ValuesOf } from './field-table.ts'
import { itemFields, specifiedFields } from './item-fields.ts'
import { lastDay } from './last-day.ts'

/**
 * What owners decide about an item by hand: no field of a new item, nor of its form. Nothing is stored of an item that is
 * not reserved.
 */
export const reservationFields = {
  /** Whether it is held for somebody. `sold` takes precedence. */
  reserved: flag,
  /** The last day on which it is; `null`: until an owner ends it. */
  reservedUntil: lastDay,
  /** For whom, and what was agreed. */
  reservedNote: { ...text(200, { absent: null }), isPrivate: true as const },
} satisfies FieldTable

/** The reservation of an item. */
export type Reservation = ValuesOf<typeof reservationFields>

export const noReservation: Reservation = absentValues(reservationFields)

/** All fields that are stored of an item, apart from its times and whether it is sold or hidden. */
export const storedFields = { ...itemFields, ...reservationFields } satisfies FieldTable

type StoredFields = ValuesOf<typeof storedFields>

/** The given fields as they are stored. Of details, photos and a reservation that the item does not have, `none`. */
export function toStoredFields(given: Partial<StoredFields>, none?: unknown): Record<string, unknown> {
  const stored: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<Field<unknown>>(storedFields)) {
    const value: unknown = given[name as keyof StoredFields]
    if (value === undefined) continue
    const isStored = Object.hasOwn(specifiedFields, name) || field.format(value) !== ''
    if (isStored || none !== undefined) stored[name] = isStored ? value : none
  }
  return stored
}

/** The names of the fields that only owners see. */
type PrivateName = {
  [Name in keyof StoredFields]: (typeof storedFields)[Name] extends { isPrivate: true } ? Name : never
}[keyof StoredFields]

const privateNames = new Set(
  Object.entries<Field<unknown>>(storedFields).flatMap(([name, field]) => (field.isPrivate ? name : [])),
)

/** A copy of an item or of fields without those that only owners see. */
export function withoutPrivate<Fields extends object>(fields: Fields): Omit<Fields, PrivateName> {
  const entries = Object.entries(fields).filter(([name]) => !privateNames.has(name))
  return Object.fromEntries(entries) as Omit<Fields, PrivateName>
}
