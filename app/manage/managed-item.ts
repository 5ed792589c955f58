import type { ManagedItem } from '../../src/domain/item-state.ts'
import type { NewItem } from '../../src/domain/item.ts'
import { formatFocus } from '../../src/domain/item/item-details.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { FieldsError } from '../api/localized-error.ts'

/** An item as the API returns it to owners: times are ISO 8601. */
export type ManagedItemJson = Omit<ManagedItem, 'createdAt' | 'removedAt'> & {
  readonly createdAt: string
  readonly removedAt: string | null
}

type FieldName = keyof Omit<NewItem, 'photos'>

/** Every field but the photos. A record, so that the compiler names this place when an item gets another field. */
const everyField: Record<FieldName, true> = {
  title: true,
  tagline: true,
  price: true,
  category: true,
  size: true,
  color: true,
  imageUrl: true,
  description: true,
  madeToOrder: true,
  weeksToMake: true,
  yarn: true,
  measurements: true,
  care: true,
  focus: true,
}

const names = Object.keys(everyField) as FieldName[]

type ManageTexts = BrowserMessages['manage']

/** An item's fields as strings, for its form. The image URL is empty if the item has uploaded photos. */
export function toFormFields(item: ManagedItemJson): Record<FieldName, string> {
  const plain = { ...item, madeToOrder: item.madeToOrder ? 'true' : '', focus: formatFocus(item.focus) }
  const entries = names.map((name) => [name, String(plain[name] ?? '')])
  const fields = Object.fromEntries(entries) as Record<FieldName, string>
  return ownPhotos(item).length > 0 ? { ...fields, imageUrl: '' } : fields
}

function photoIds(item: ManagedItemJson): string {
  return ownPhotos(item)
    .map(({ id }) => id)
    .join()
}

/**
 * Whether two versions of an item are the same for an owner. The shop makes a new version when it adds a remote copy of
 * the image.
 */
export function hasSameContent(before: ManagedItemJson, now: ManagedItemJson): boolean {
  const content = (item: ManagedItemJson) => {
    const { sold, hidden, removedAt } = item
    return JSON.stringify([toFormFields(item), photoIds(item), sold, hidden, removedAt])
  }
  return content(before) === content(now)
}

function describeChange(name: FieldName, value: string, manage: ManageTexts): string {
  if (name === 'madeToOrder') return value === '' ? manage.meanwhileUnticked : manage.meanwhileTicked
  return name === 'focus' ? manage.meanwhileFocus : manage.meanwhile(value)
}

/** The edit conflict of an item that someone else changed: a message, and the other person's value for each field. */
export function describeConflict(before: ManagedItemJson, now: ManagedItemJson, manage: ManageTexts): FieldsError {
  const [old, theirs] = [toFormFields(before), toFormFields(now)]
  const changed = names.filter((name) => old[name] !== theirs[name])
  const fields = {
    ...Object.fromEntries(changed.map((name) => [name, describeChange(name, theirs[name], manage)])),
    ...(photoIds(before) !== photoIds(now) && { photos: manage.meanwhilePhotos }),
  }
  const { states } = manage
  const state = [
    now.sold && !before.sold && states.sold,
    now.hidden && !before.hidden && states.hidden,
    now.removedAt !== null && before.removedAt === null && states.removed,
  ]
  return new FieldsError(manage.changed(state.filter(Boolean).join(', ')), fields)
}
