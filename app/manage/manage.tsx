import { useEffect, useRef, useState } from 'react'

import { editParam, managePath, signInPath } from '../../src/domain/page-paths.ts'
import { messagesContext } from '../context.ts'
import type { PageHandle } from '../root.tsx'
import { useSession } from '../session/use-session.ts'
import { Alert } from '../ui/alert.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/manage'
import { BackupAlert } from './backup-alert.tsx'
import { ItemEditor } from './item-editor.tsx'
import { ItemList } from './item-list.tsx'
import { ManageController } from './manage-controller.ts'
import type { ManagedItemJson } from './managed-item.ts'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'picked-photos'] }

export function loader({ context }: Route.LoaderArgs) {
  return { title: context.get(messagesContext).manage.title }
}

/** For owners only: search engines must not index it. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { shop } = matches[0].loaderData
  return [{ title: `${loaderData.title} · ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function ManagePage({ matches }: Route.ComponentProps) {
  const messages = useMessages()
  const { create, manage } = messages
  const { session, uid, problem } = useSession(matches[0].loaderData.shop.identity)
  const [controller] = useState(() => new ManageController(messages))
  const { items, isOwner, alert, backup, busyIds, announcement } = useObservable(controller)
  useEffect(() => {
    if (session) controller.load(session)
  }, [controller, session, uid])
  const { edited, setEdited, openEditor } = useEditedItem(items)
  /** The item whose link preview is open: the last saved or chosen one. */
  const [linkPreviewId, setLinkPreviewId] = useState<string>()

  const onSaved = (item: ManagedItemJson) => {
    setEdited(undefined)
    setLinkPreviewId(item.id)
    controller.update({ alert: manage.saved })
  }
  const showLink = ({ id }: ManagedItemJson, isShown: boolean) => setLinkPreviewId(isShown ? id : undefined)
  const { setState, setRemoved, replaceItem } = controller
  const actions = { setState, setRemoved, edit: openEditor, showLink }
  const status = session ? (isOwner === undefined ? manage.loading : '') : [create.signingIn, problem].join(' ').trim()
  return (
    <NarrowPage
      title={manage.title}
      status={isOwner === false ? manage.ownersOnly : status}
      needsScript={manage.needsScript}
    >
      {isOwner === false && (
        <p className="actions">
          <a className="button" href={signInPath(managePath)}>
            {manage.signIn}
          </a>
        </p>
      )}
      {edited && <ItemEditor key={edited.id} item={edited} {...{ session, setEdited, replaceItem, onSaved }} />}
      <div className="manage" hidden={edited !== undefined}>
        {items && <ItemList tokenSource={session} {...{ items, actions, linkPreviewId, busyIds }} />}
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {alert !== undefined && <Alert message={alert} onDismiss={() => controller.update({ alert: undefined })} />}
      {alert === undefined && backup && (
        <BackupAlert warning={backup} onDismiss={() => controller.update({ backup: undefined })} />
      )}
    </NarrowPage>
  )
}

/** The item in the editor: the version that the owner knows. The page's URL may name it. */
function useEditedItem(items: readonly ManagedItemJson[] | undefined) {
  const [edited, setEdited] = useState<ManagedItemJson>()
  /** The element that opened the editor, and gets the focus back. */
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (!edited && opener.current instanceof HTMLElement) opener.current.focus()
  }, [edited])
  useEffect(() => {
    const id = items && consumeEditParam()
    // oxlint-disable-next-line react/set-state-in-effect -- Only the URL has the id.
    if (id !== undefined) setEdited(items?.find((item) => item.id === id))
  }, [items])
  const openEditor = (item: ManagedItemJson) => {
    opener.current = document.activeElement
    setEdited(item)
  }
  return { edited, setEdited, openEditor }
}

/** Takes the id of the item to edit out of the page's URL, so that a reload does not open the editor again. */
function consumeEditParam(): string | undefined {
  const url = new URL(location.href)
  const id = url.searchParams.get(editParam)
  if (id === null) return undefined
  url.searchParams.delete(editParam)
  history.replaceState(history.state, '', url)
  return id
}
