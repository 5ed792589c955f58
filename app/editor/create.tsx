import { useState } from 'react'

import type { ItemRequest } from '../../src/domain/item.ts'
import { createPath } from '../../src/domain/page-paths.ts'
import { messagesContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { PageHandle } from '../root.tsx'
import type { Session } from '../session/session.ts'
import { useMayAdd } from '../session/use-may-add.ts'
import { describeSigningIn, useSession } from '../session/use-session.ts'
import { NarrowPage, SignInLink } from '../ui/narrow-page.tsx'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/create'
import { addItem } from './add-item.ts'
import { newItemDraftKey } from './draft-store.ts'
import { ItemForm } from './item-form.tsx'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'picked-photos'] }

export function loader({ context }: Route.LoaderArgs) {
  return { title: context.get(messagesContext).create.title }
}

export function meta({ loaderData: { title }, matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData.shop, { path: createPath, title, description: title })
}

export default function CreatePage({ matches }: Route.ComponentProps) {
  const messages = useMessages()
  const { create } = messages
  const { identity } = matches[0].loaderData.shop
  const { session, uid, problem } = useSession(identity)
  const { mayAdd, isClaimed, checkAgain } = useMayAdd(session, uid)
  const [isStored, setIsStored] = useState(true)
  const ownersOnly = isStored ? create.ownersOnly : create.ownersOnlyUnkept
  const refusal = !mayAdd && (isClaimed ? ownersOnly : create.unclaimed)

  const save = (item: ItemRequest, savedBy: Session, idempotencyKey: string) =>
    addItem(item, { session: savedBy, identity, idempotencyKey, added: create.added }).catch((error: unknown) => {
      checkAgain() // The user may no longer be an owner.
      throw error
    })
  return (
    <NarrowPage
      title={create.title}
      status={session ? refusal : describeSigningIn(messages, problem)}
      needsScript={create.needsScript}
    >
      {((!mayAdd && isClaimed) || problem) && <SignInLink next={createPath} isKept={isStored} label={create.signIn} />}
      {/* The form stays in the page with its input, for a user who signs in in another tab. */}
      <div hidden={!mayAdd}>
        <ItemForm draftKey={newItemDraftKey} onSave={save} session={session} onStored={setIsStored} />
      </div>
    </NarrowPage>
  )
}
