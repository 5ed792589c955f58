import { useState } from 'react'

import type { ItemRequest } from '../../src/domain/item.ts'
import { createPath, itemPath, signInPath } from '../../src/domain/page-paths.ts'
import { leavingMs } from '../api/timeouts.ts'
import { within } from '../api/with-timeout.ts'
import { messagesContext } from '../context.ts'
import { prepareLinkCheck } from '../link-preview/request-link-check.ts'
import { pageMeta } from '../page-meta.ts'
import type { PageHandle } from '../root.tsx'
import { useMayAdd } from '../session/use-may-add.ts'
import { useSession } from '../session/use-session.ts'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { useMessages } from '../use-messages.ts'
import { leaveNotice } from '../visitor/flash-message.ts'
import type { Route } from './+types/create'
import { addItem } from './add-item.ts'
import { ItemForm } from './item-form.tsx'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'picked-photos'] }

export function loader({ context }: Route.LoaderArgs) {
  return { title: context.get(messagesContext).create.title }
}

export function meta({ loaderData: { title }, matches }: Route.MetaArgs) {
  const { shop } = matches[0].loaderData
  return pageMeta(shop, {
    path: createPath,
    title: `${title} · ${shop.name}`,
    previewTitle: title,
    description: title,
    imageUrl: '/share.jpg',
  })
}

export default function CreatePage({ matches }: Route.ComponentProps) {
  const { create, itemRules } = useMessages()
  const { session, uid, trouble } = useSession(matches[0].loaderData.shop.identity)
  const { mayAdd, askAgain } = useMayAdd(session, uid)
  const [isKept, setIsKept] = useState(true)
  const ownersOnly = isKept ? create.ownersOnly : create.ownersOnlyUnkept

  const save = async (item: ItemRequest, idempotencyKey: string) => {
    if (!session) throw new Error(itemRules.notSignedIn)
    const preparing = prepareLinkCheck(session) // While the piece is saved.
    const id = await addItem(session, item, idempotencyKey).catch((error: unknown) => {
      askAgain() // They may have been an owner when the page was opened.
      throw error
    })
    const leaveLinkCheck = await within(leavingMs, preparing)
    leaveNotice(create.added, leaveLinkCheck?.(id))
    return itemPath(id)
  }
  return (
    <NarrowPage
      title={create.title}
      status={session ? !mayAdd && ownersOnly : [create.signingIn, trouble].join(' ').trim()}
      needsScript={create.needsScript}
    >
      {!mayAdd && (
        <p className="actions">
          <a className="button" href={signInPath(createPath)} target={isKept ? undefined : '_blank'}>
            {create.signIn}
          </a>
        </p>
      )}
      {/* It stays there, with what was typed: whoever signs in, in another tab too, goes on with it. */}
      <div hidden={!mayAdd}>
        <ItemForm
          onSave={save}
          session={session}
          refusal={session ? undefined : itemRules.notSignedIn}
          onKept={setIsKept}
        />
      </div>
    </NarrowPage>
  )
}
