import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'

import type { ItemRequest } from '../../src/domain/item.ts'
import { ownPhotos } from '../../src/domain/photo.ts'
import { fill } from '../../src/domain/template.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { addItem } from '../editor/add-item.ts'
import { ItemForm } from '../editor/item-form.tsx'
import type { ItemFormOptions } from '../editor/use-item-form.ts'
import type { Session } from '../session/session.ts'
import { Chip } from '../ui/chip.tsx'
import { takeFocus } from '../ui/keyboard-focus.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMessages } from '../use-messages.ts'
import { saveItem } from './manage-api.ts'
import type { ManageController } from './manage-controller.ts'
import {
  describeChangedFields,
  findConflict,
  hasSameForm,
  toFormFields,
  type ManagedItemJson,
  type Versions,
} from './managed-item.ts'
import { copyDraftKey, editDraftKey } from './use-drafts.ts'

interface EditorProps extends Pick<ItemFormOptions, 'session' | 'onStored'> {
  /** As it is now. */
  readonly item: ManagedItemJson
  /** Closes the form. */
  readonly close: () => void
}

interface ItemEditorProps extends EditorProps {
  readonly controller: ManageController
  /** A change of the item is in progress. */
  readonly isBusy: boolean
  readonly onSaved: (item: ManagedItemJson) => void
}

/** The item form, filled in, below the buttons that change the item's state at once. */
export function ItemEditor({ item, controller, isBusy, onSaved, close, ...options }: ItemEditorProps) {
  const { manage } = useMessages()
  /** The latest content that the owner has seen: the draft is applied on top of it. */
  const [known, setKnown] = useState(item)
  const initial = useMemo(() => toFormFields(known), [known])
  const initialPhotos = useMemo(() => ownPhotos(known), [known])
  const isRemoved = item.removedAt !== null
  const sayRemoved = useEffectEvent(() => controller.report(fill(manage.done.removed, { title: item.title })))
  useEffect(() => {
    if (isRemoved) sayRemoved() // The buttons that say so may be out of sight.
  }, [isRemoved])
  /** What was sent on top of `known`: an attempt whose response was lost may have saved it. */
  const sent = useRef<readonly ItemRequest[]>([])
  const save = async (fields: ItemRequest, savedBy: Session) => {
    // A change of the state alone, here or elsewhere, is no conflict with what is typed; nor is one while the photos were sent.
    const present = controller.lists.get().items.get(item.id) ?? item
    const before = hasSameForm(known, present) ? present : known
    sent.current = [...sent.current, fields]
    const { latest, conflict } = await saveUnlessChanged(fields, {
      session: savedBy,
      before,
      sent: sent.current,
      manage,
    })
    sent.current = []
    controller.lists.replaceItem(latest, present.version)
    if (conflict) {
      setKnown(latest)
      throw conflict
    }
    return {
      leave: () => onSaved(latest),
      stay() {
        setKnown(latest)
        controller.report(manage.saved)
      },
    }
  }
  return (
    <>
      <EditorTitle>{fill(manage.editTitle, { title: known.title })}</EditorTitle>
      <StateButtons {...{ controller, isBusy, item }} />
      <ItemForm
        {...options}
        onSave={save}
        onCancel={close}
        initial={initial}
        initialPhotos={initialPhotos}
        draftKey={editDraftKey(item.id)}
        saveLabel={manage.save}
        failed={manage.failed}
        describeConflict={(changed) => describeChangedFields(changed, manage)}
      />
    </>
  )
}

interface SaveOptions extends Pick<Versions, 'before' | 'sent'> {
  readonly session: Session
  readonly manage: BrowserMessages['manage']
}

/** Saves an item on top of `before`, and of what only this user has changed. @returns the edit conflict, if there is one. */
async function saveUnlessChanged(fields: ItemRequest, { session, before, sent, manage }: SaveOptions) {
  let known = before
  for (;;) {
    const { isDone, item: now } = await saveItem(session, known, fields)
    const conflict = isDone ? undefined : findConflict({ before: known, now, sent }, manage)
    if (isDone || conflict) return { latest: now, conflict }
    known = now
  }
}

/** Marks the item as sold, hides or restores it, without saving what is typed. */
function StateButtons({ controller, isBusy, item }: Pick<ItemEditorProps, 'controller' | 'isBusy' | 'item'>) {
  const { manage } = useMessages()
  const { title, sold, hidden, removedAt } = item
  const button = (label: string, change: () => unknown) => (
    <QuietButton
      aria-label={fill(manage.of, { action: label, title })}
      aria-disabled={isBusy}
      onClick={() => void (isBusy || change())}
    >
      {label}
    </QuietButton>
  )
  if (removedAt !== null) {
    return (
      <p className="actions state-buttons">
        {button(manage.restore, () => controller.setRemoved(item, false))}
        <Chip isStrong>{manage.removed}</Chip>
      </p>
    )
  }
  return (
    <p className="actions state-buttons">
      {button(sold ? manage.markUnsold : manage.markSold, () => controller.setState(item, { sold: !sold }))}
      {button(hidden ? manage.show : manage.hide, () => controller.setState(item, { hidden: !hidden }))}
      {sold && <Chip isStrong>{manage.sold}</Chip>}
      {hidden && <Chip isStrong>{manage.hidden}</Chip>}
    </p>
  )
}

interface CopyEditorProps extends EditorProps {
  readonly identity: PublicIdentity
}

/** The form of a new item, filled in with another one's fields and photos. Nothing is stored until it is saved. */
export function CopyEditor({ item, identity, close, ...options }: CopyEditorProps) {
  const { create, manage } = useMessages()
  const [initial] = useState(() => toFormFields(item))
  const [initialPhotos] = useState(() => ownPhotos(item))
  const save = (fields: ItemRequest, savedBy: Session, idempotencyKey: string) =>
    addItem(fields, { session: savedBy, identity, idempotencyKey, added: create.added })
  return (
    <>
      <EditorTitle>{fill(manage.duplicateTitle, { title: item.title })}</EditorTitle>
      <ItemForm
        {...options}
        onSave={save}
        onCancel={close}
        initial={initial}
        initialPhotos={initialPhotos}
        draftKey={copyDraftKey(item.id)}
      />
    </>
  )
}

/** The heading of a form. Takes the focus when the form opens, because the list that had it is hidden. */
function EditorTitle({ children }: { readonly children: ReactNode }) {
  return (
    <h3 className="editor-title" tabIndex={-1} ref={takeFocus}>
      {children}
    </h3>
  )
}
