import { ShopError } from '../../src/domain/errors.ts'
import { create, manage } from '../../src/domain/messages.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import type { ManagedPiece } from './manage-items.ts'

type FieldName = keyof typeof create.labels

const names = Object.keys(create.labels) as FieldName[]

/** A piece's fields as its form holds them. The address of the maker's own photo is not one that she typed. */
export function toTyped(piece: ManagedPiece): Record<FieldName, string> {
  const hasPhotos = ownPhotos(piece).length > 0
  const entries = names.map((name) => [name, name === 'imageUrl' && hasPhotos ? '' : String(piece[name] ?? '')])
  return Object.fromEntries(entries) as Record<FieldName, string>
}

/** What to say of a piece that became another one while it was being edited: in all, and beside each field. */
export function conflictOf(before: ManagedPiece, now: ManagedPiece): ShopError {
  const [old, theirs] = [toTyped(before), toTyped(now)]
  const changed = names.filter((name) => old[name] !== theirs[name])
  const haveOtherPhotos = photosOf(before) !== photosOf(now)
  const fields = {
    ...Object.fromEntries(changed.map((name) => [name, manage.meanwhile(theirs[name])])),
    ...(haveOtherPhotos && { photos: manage.meanwhilePhotos }),
  }
  const { states } = manage
  const state = [
    now.sold && !before.sold && states.sold,
    now.hidden && !before.hidden && states.hidden,
    now.removedAt !== null && before.removedAt === null && states.removed,
  ]
  return new ShopError('item-changed', manage.changed(state.filter(Boolean).join(', ')), { fields })
}

function photosOf(piece: ManagedPiece): string {
  return ownPhotos(piece)
    .map(({ id }) => id)
    .join(' ')
}
