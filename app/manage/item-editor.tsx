import { useMemo } from 'react'

import type { ItemRequest } from '../../src/domain/item.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import { ItemForm } from '../editor/item-form.tsx'
import { draftOfPhoto } from '../editor/photos/draft-photo.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { toTyped } from './edit-conflict.ts'
import type { ManagedPiece } from './managed-piece.ts'

interface PieceEditorProps {
  /** As it was last known: what is typed lies over it. */
  readonly piece: ManagedPiece
  readonly session: Session | undefined
  readonly onSave: (fields: ItemRequest) => Promise<void>
  readonly onCancel: () => void
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

/** The form of a new piece, filled in. It has the focus when it opens: the list that had it is gone for now. */
export function PieceEditor({ piece, session, onSave, onCancel }: PieceEditorProps) {
  const { manage } = useMessages()
  const initial = useMemo(() => toTyped(piece), [piece])
  const initialPhotos = useMemo(() => ownPhotos(piece).map(draftOfPhoto), [piece])
  return (
    <>
      <h3 className="editor-title" tabIndex={-1} ref={focus}>
        {manage.editTitle(piece.title)}
      </h3>
      <ItemForm
        session={session}
        onSave={onSave}
        onCancel={onCancel}
        refusal={undefined}
        initial={initial}
        initialPhotos={initialPhotos}
        draftKey={`item-draft-${piece.id}`}
        saveWords={manage.save}
        failed={manage.failed}
      />
    </>
  )
}
