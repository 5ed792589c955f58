import { formatFields } from '../../src/domain/field-table.ts'
import { itemFields, type FieldName } from '../../src/domain/item-fields.ts'
import type { ManagedItem } from '../../src/domain/item-state.ts'
import type { ItemRequest } from '../../src/domain/item.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import { reservationFields } from '../../src/domain/stored-fields.ts'
import { fill } from '../../src/domain/template.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { FieldsError } from '../api/localized-error.ts'
import { changedFields, mapFields, type Fields } from '../editor/changed-fields.ts'

/** An item as the API returns it to owners: times are ISO 8601. */
export type ManagedItemJson = Omit<ManagedItem, 'createdAt' | 'removedAt'> & {
  readonly createdAt: string
  readonly removedAt: string | null
}

type ManageTexts = BrowserMessages['manage']

/** An item's fields as strings, for its form. The image URL is empty if the item has uploaded photos. */
export function toFormFields(item: ManagedItemJson): Omit<Record<FieldName, string>, 'photos'> {
  const { photos: _, ...fields } = contentOf(item)
  return fields
}

function contentOf(item: ManagedItemJson): Record<FieldName, string> {
  const photos = ownPhotos(item)
  return formatFields(itemFields, { ...item, photos, imageUrl: photos.length > 0 ? '' : item.imageUrl })
}

/** Whether two versions of an item have the same fields in a form; they may differ in their state. */
export function hasSameForm(before: ManagedItemJson, now: ManagedItemJson): boolean {
  return JSON.stringify(contentOf(before)) === JSON.stringify(contentOf(now))
}

/**
 * Whether two versions of an item are the same for an owner. The shop makes a new version when it adds a remote copy of
 * the image.
 */
export function hasSameContent(before: ManagedItemJson, now: ManagedItemJson): boolean {
  const content = (item: ManagedItemJson) => {
    const { sold, hidden, removedAt } = item
    return JSON.stringify([contentOf(item), sold, hidden, removedAt, formatFields(reservationFields, item)])
  }
  return content(before) === content(now)
}

/** What somebody else wrote meanwhile; empty for what she cleared. */
export function describeTheirText(value: string, manage: ManageTexts): string {
  return value === '' ? manage.meanwhileCleared : fill(manage.meanwhile, { value })
}

function describeChange(name: FieldName, value: string, manage: ManageTexts): string {
  if (name === 'photos') return manage.meanwhilePhotos
  if (name === 'focus') return manage.meanwhileFocus
  if (itemFields[name].absent !== false) return describeTheirText(value, manage)
  return value === '' ? manage.meanwhileUnticked : manage.meanwhileTicked
}

/** The edit conflict of fields that somebody else has changed, with their later values. */
export function describeChangedFields(changed: Fields, manage: ManageTexts, message: string = manage.changed) {
  const fields = mapFields(changed, (name, value) => describeChange(name as FieldName, value, manage))
  return new FieldsError(message, fields)
}

export interface Versions {
  /** The version that the user has seen. */
  readonly before: ManagedItemJson
  readonly now: ManagedItemJson
  /** What the user has sent since: an attempt whose response was lost may have saved it. */
  readonly sent: readonly ItemRequest[]
}

/**
 * The edit conflict of an item that someone else changed: a message, and the other person's value for each field.
 *
 * @returns `undefined` if only the user has changed it.
 */
export function findConflict({ before, now, sent }: Versions, manage: ManageTexts): FieldsError | undefined {
  const own = sent.map((item) => ({ ...formatFields(itemFields, { ...item, photos: [] }), photos: item.photos.join() }))
  const changed = changedFields(contentOf(before), contentOf(now), own)
  const { states } = manage
  const changes = [
    now.sold && !before.sold && states.sold,
    now.reserved && !before.reserved && states.reserved,
    now.hidden && !before.hidden && states.hidden,
    now.removedAt !== null && states.removed,
  ]
  const state = changes.filter(Boolean).join(', ')
  if (now.version !== before.version && state === '' && Object.keys(changed).length === 0) return undefined
  return describeChangedFields(changed, manage, state === '' ? manage.changed : fill(manage.changedTo, { state }))
}
