import { useState } from 'react'

import type { ItemRequest } from '../../../src/domain/item.ts'
import { ownPhotos } from '../../../src/domain/photo.ts'
import { fill } from '../../../src/domain/template.ts'
import type { PublicIdentity } from '../../../src/pages/page.ts'
import { addItem } from '../../editor/add-item.ts'
import { ItemForm } from '../../editor/item-form.tsx'
import type { Session } from '../../session/session.ts'
import { useMessages } from '../../use-messages.ts'
import { toFormFields, type ManagedItemJson } from '../managed-item.ts'
import { copyDraftKey } from '../use-drafts.ts'
import { EditorTitle } from './editor-title.tsx'

interface CopyEditorProps {
  /** The item to copy. */
  readonly item: ManagedItemJson
  readonly session: Session | undefined
  readonly identity: PublicIdentity
  /** Closes the form. */
  readonly close: () => void
}

/** The form of a new item, filled in with another one's fields and photos. Nothing is stored until it is saved. */
export function CopyEditor({ item, session, identity, close }: CopyEditorProps) {
  const { create, manage } = useMessages()
  const [initial] = useState(() => toFormFields(item))
  const [initialPhotos] = useState(() => ownPhotos(item))
  const save = (fields: ItemRequest, savedBy: Session, idempotencyKey: string) =>
    addItem(fields, { session: savedBy, identity, idempotencyKey, added: create.added })
  return (
    <>
      <EditorTitle>{fill(manage.duplicateTitle, { title: item.title })}</EditorTitle>
      <ItemForm
        session={session}
        onSave={save}
        onCancel={close}
        initial={initial}
        initialPhotos={initialPhotos}
        draftKey={copyDraftKey(item.id)}
      />
    </>
  )
}
