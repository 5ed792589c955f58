import { useEffect, useRef, useState } from 'react'

import type { ItemRequest } from '../../src/domain/item.ts'
import { managePath, signInPath } from '../../src/domain/page-paths.ts'
import { messagesContext } from '../context.ts'
import type { PageHandle } from '../root.tsx'
import { useSession } from '../session/use-session.ts'
import { Alert } from '../ui/alert.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/manage'
import { conflictOf } from './edit-conflict.ts'
import { consumeEditParam } from './edit-param.ts'
import { PieceEditor } from './item-editor.tsx'
import { PieceList } from './item-list.tsx'
import { savePiece } from './manage-api.ts'
import type { ManagedPiece } from './managed-piece.ts'
import { usePieceChanges } from './use-item-changes.ts'
import { usePieces } from './use-items.ts'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'picked-photos'] }

export function loader({ context }: Route.LoaderArgs) {
  return { title: context.get(messagesContext).manage.title }
}

/** For owners alone: nothing for search engines. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { shop } = matches[0].loaderData
  return [{ title: `${loaderData.title} · ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function ManagePage({ matches }: Route.ComponentProps) {
  const { create, itemRules, manage } = useMessages()
  const { session, uid, trouble } = useSession(matches[0].loaderData.shop.identity)
  const { pieces, isOwner, alert, say, take } = usePieces(session, uid)
  const { busyIds, announcement, setState, setRemoved } = usePieceChanges({ session, take, say })
  /** The piece that is being edited, as it was when that began, or when its owner was last told of another. */
  const [edited, setEdited] = useState<ManagedPiece>()
  /** The piece whose link is shown: the one that was saved last, or was asked for. */
  const [linkOf, setLinkOf] = useState<string>()
  /** What had the focus when that began, and gets it back. */
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (!edited && opener.current instanceof HTMLElement) opener.current.focus()
  }, [edited])

  useEffect(() => {
    const id = pieces && consumeEditParam()
    // oxlint-disable-next-line react/set-state-in-effect -- Which one it is, only the browser's address says.
    if (id !== undefined) setEdited(pieces?.find((piece) => piece.id === id))
  }, [pieces])

  const save = async (fields: ItemRequest) => {
    if (!session || !edited) throw new Error(itemRules.notSignedIn)
    const { isDone, piece } = await savePiece(session, edited, fields)
    take(piece)
    if (isDone) {
      setEdited(undefined)
      setLinkOf(piece.id)
      say(manage.saved)
      return
    }
    setEdited(piece)
    throw conflictOf(edited, piece, manage)
  }
  const actions = {
    edit: (piece: ManagedPiece) => {
      opener.current = document.activeElement
      setEdited(piece)
    },
    setState,
    setRemoved,
    showLink: ({ id }: ManagedPiece, isShown: boolean) => setLinkOf(isShown ? id : undefined),
  }
  const status = session ? (isOwner === undefined ? manage.loading : '') : [create.signingIn, trouble].join(' ').trim()
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
      {edited && (
        <PieceEditor
          key={edited.id}
          piece={edited}
          session={session}
          onSave={save}
          onCancel={() => setEdited(undefined)}
        />
      )}
      <div className="manage" hidden={edited !== undefined}>
        {pieces && <PieceList pieces={pieces} actions={actions} asking={session} linkOf={linkOf} busyIds={busyIds} />}
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {alert !== undefined && <Alert words={alert} onDismiss={() => say(undefined)} />}
    </NarrowPage>
  )
}
