import { useMemo, useState } from 'react'

import type { ItemRequest } from '../../../src/domain/item.ts'
import { ownPhotos } from '../../../src/domain/photo.ts'
import { fill } from '../../../src/domain/template.ts'
import { ItemForm } from '../../editor/item-form.tsx'
import type { Session } from '../../session/session.ts'
import { Chip } from '../../ui/chip.tsx'
import { useMessages } from '../../use-messages.ts'
import { saveItem } from '../manage-api.ts'
import type { ManageController } from '../manage-controller.ts'
import { describeConflict, toFormFields, type ManagedItemJson } from '../managed-item.ts'
import { editDraftKey } from '../use-drafts.ts'
import { EditorTitle } from './editor-title.tsx'

interface ItemEditorProps {
  /** As it is when the editor opens. */
  readonly item: ManagedItemJson
  readonly session: Session | undefined
  readonly controller: ManageController
  /** A change of the item is in progress. */
  readonly isBusy: boolean
  readonly onSaved: (item: ManagedItemJson) => void
  /** Closes the editor. */
  readonly close: () => void
}

/** The item form, filled in, below the buttons that change the item's state at once. */
export function ItemEditor({ item, session, controller, isBusy, onSaved, close }: ItemEditorProps) {
  const { itemRules, manage } = useMessages()
  /** The latest version that the owner has seen: the draft is applied on top of it. */
  const [known, setKnown] = useState(item)
  const initial = useMemo(() => toFormFields(known), [known])
  const initialPhotos = useMemo(() => ownPhotos(known), [known])
  const save = async (fields: ItemRequest) => {
    if (!session) throw new Error(itemRules.notSignedIn)
    const { isDone, item: latest } = await saveItem(session, known, fields)
    controller.lists.replaceItem(latest)
    if (isDone) return onSaved(latest)
    setKnown(latest)
    throw describeConflict(known, latest, manage)
  }
  return (
    <>
      <EditorTitle>{fill(manage.editTitle, { title: known.title })}</EditorTitle>
      <StateButtons {...{ controller, isBusy, known, setKnown }} />
      <ItemForm
        session={session}
        onSave={save}
        onCancel={close}
        blockedReason={undefined}
        initial={initial}
        initialPhotos={initialPhotos}
        draftKey={editDraftKey(item.id)}
        saveLabel={manage.save}
        failed={manage.failed}
      />
    </>
  )
}

interface StateButtonsProps extends Pick<ItemEditorProps, 'controller' | 'isBusy'> {
  readonly known: ManagedItemJson
  readonly setKnown: (item: ManagedItemJson) => void
}

/** Marks the item as sold or hides it, without saving what is typed. */
function StateButtons({ controller, isBusy, known, setKnown }: StateButtonsProps) {
  const { manage } = useMessages()
  const { title, sold, hidden } = known
  const button = (label: string, state: { sold: boolean } | { hidden: boolean }) => (
    <button
      className="button button-quiet"
      type="button"
      aria-label={fill(manage.of, { action: label, title })}
      aria-disabled={isBusy}
      onClick={async () => {
        const changed = isBusy ? undefined : await controller.setState(known, state)
        if (changed) setKnown(changed)
      }}
    >
      {label}
    </button>
  )
  return (
    <p className="actions state-buttons">
      {button(sold ? manage.markUnsold : manage.markSold, { sold: !sold })}
      {button(hidden ? manage.show : manage.hide, { hidden: !hidden })}
      {sold && <Chip isStrong>{manage.sold}</Chip>}
      {hidden && <Chip isStrong>{manage.hidden}</Chip>}
    </p>
  )
}
