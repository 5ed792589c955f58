import { ShopError } from '../../src/domain/errors.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { ManagedPiece } from './managed-piece.ts'

const names = ['title', 'tagline', 'price', 'category', 'size', 'color', 'imageUrl', 'description'] as const

type FieldName = (typeof names)[number]

type ManageTexts = BrowserMessages['manage']

/** A piece's fields as its form holds them. Beside photos of its maker's there is no address of a picture to be typed. */
export function toTyped(piece: ManagedPiece): Record<FieldName, string> {
  const entries = names.map((name) => [name, String(piece[name] ?? '')])
  const typed = Object.fromEntries(entries) as Record<FieldName, string>
  return ownPhotos(piece).length > 0 ? { ...typed, imageUrl: '' } : typed
}

function photoIds(piece: ManagedPiece): string {
  return ownPhotos(piece)
    .map(({ id }) => id)
    .join()
}

/**
 * Whether a piece is to its maker what it was: another version of it may have nothing but a copy of its picture, which the
 * shop has made by itself.
 */
export function looksTheSame(before: ManagedPiece, now: ManagedPiece): boolean {
  const known = (piece: ManagedPiece) => {
    const { sold, hidden, removedAt } = piece
    return JSON.stringify([toTyped(piece), photoIds(piece), sold, hidden, removedAt])
  }
  return known(before) === known(now)
}

/** What to say of a piece that became another one while it was being edited: in all, and beside each field. */
export function conflictOf(before: ManagedPiece, now: ManagedPiece, manage: ManageTexts): ShopError {
  const [old, theirs] = [toTyped(before), toTyped(now)]
  const changed = names.filter((name) => old[name] !== theirs[name])
  const fields = {
    ...Object.fromEntries(changed.map((name) => [name, manage.meanwhile(theirs[name])])),
    ...(photoIds(before) !== photoIds(now) && { photos: manage.meanwhilePhotos }),
  }
  const { states } = manage
  const state = [
    now.sold && !before.sold && states.sold,
    now.hidden && !before.hidden && states.hidden,
    now.removedAt !== null && before.removedAt === null && states.removed,
  ]
  return new ShopError('item-changed', manage.changed(state.filter(Boolean).join(', ')), { fields })
}
