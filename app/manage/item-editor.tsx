import { useMemo } from 'react'

import type { ItemRequest } from '../../src/domain/item.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import { ItemForm } from '../editor/item-form.tsx'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { saveItem } from './manage-api.ts'
import { describeConflict, toFormFields, type ManagedItemJson } from './managed-item.ts'

interface ItemEditorProps {
  /** The latest known version: the draft is applied on top of it. */
  readonly item: ManagedItemJson
  readonly session: Session | undefined
  /** Replaces the item with a later version in the editor; `undefined` closes it. */
  readonly setEdited: (item: ManagedItemJson | undefined) => void
  /** Replaces the item with a later version in the list. */
  readonly replaceItem: (item: ManagedItemJson) => void
  readonly onSaved: (item: ManagedItemJson) => void
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

/** The item form, filled in. Takes the focus when it opens, because the list that had it is hidden. */
export function ItemEditor({ item, session, setEdited, replaceItem, onSaved }: ItemEditorProps) {
  const { itemRules, manage } = useMessages()
  const initial = useMemo(() => toFormFields(item), [item])
  const initialPhotos = useMemo(() => ownPhotos(item), [item])
  const save = async (fields: ItemRequest) => {
    if (!session) throw new Error(itemRules.notSignedIn)
    const { isDone, item: latest } = await saveItem(session, item, fields)
    replaceItem(latest)
    if (isDone) return onSaved(latest)
    setEdited(latest)
    throw describeConflict(item, latest, manage)
  }
  return (
    <>
      <h3 className="editor-title" tabIndex={-1} ref={focus}>
        {manage.editTitle(item.title)}
      </h3>
      <ItemForm
        session={session}
        onSave={save}
        onCancel={() => setEdited(undefined)}
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
