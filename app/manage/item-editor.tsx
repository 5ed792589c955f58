import { useMemo } from 'react'

import type { ItemRequest } from '../../src/domain/item.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import { ItemForm } from '../editor/item-form.tsx'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { toFormFields } from './edit-conflict.ts'
import type { ManagedItemJson } from './managed-item-json.ts'

interface ItemEditorProps {
  /** The latest known version: the draft is applied on top of it. */
  readonly item: ManagedItemJson
  readonly session: Session | undefined
  readonly onSave: (fields: ItemRequest) => Promise<void>
  readonly onCancel: () => void
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

/** The item form, filled in. Takes the focus when it opens, because the list that had it is hidden. */
export function ItemEditor({ item, session, onSave, onCancel }: ItemEditorProps) {
  const { manage } = useMessages()
  const initial = useMemo(() => toFormFields(item), [item])
  const initialPhotos = useMemo(() => ownPhotos(item), [item])
  return (
    <>
      <h3 className="editor-title" tabIndex={-1} ref={focus}>
        {manage.editTitle(item.title)}
      </h3>
      <ItemForm
        session={session}
        onSave={onSave}
        onCancel={onCancel}
        blockedReason={undefined}
        initial={initial}
        initialPhotos={initialPhotos}
        draftKey={`item-draft-${item.id}`}
        saveLabel={manage.save}
        failed={manage.failed}
      />
    </>
  )
}
