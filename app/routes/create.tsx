import type { NewItem } from '../../src/domain/item.ts'
import { create, item as itemWords, itemRules } from '../../src/domain/messages.ts'
import { addItem } from '../browser/add-item.ts'
import { leaveNotice } from '../browser/notice.ts'
import { useSession } from '../browser/use-session.ts'
import { pageMeta } from '../page-meta.ts'
import type { PageHandle } from '../root.tsx'
import { ItemForm } from '../ui/item-form.tsx'
import type { Route } from './+types/create'

export const handle: PageHandle = { hydrate: true, signsIn: true }

export function meta({ matches }: Route.MetaArgs) {
  const { shop } = matches[0].loaderData
  return pageMeta(shop, {
    path: '/create',
    title: `${create.title} · ${shop.name}`,
    previewTitle: create.title,
    description: create.title,
    imageUrl: '/share.jpg',
  })
}

export default function CreatePage({ matches }: Route.ComponentProps) {
  const { session, trouble } = useSession(matches[0].loaderData.shop.identity)

  const save = async (item: NewItem) => {
    if (!session) throw new Error(itemRules.notSignedIn)
    const id = await addItem(session, item)
    leaveNotice(create.added)
    location.assign(`/item/${id}`)
  }
  return (
    <div className="page page-narrow">
      <p>
        <a className="back" href="/">
          {itemWords.back}
        </a>
      </p>
      <h2>{create.title}</h2>
      <p className="quiet" role="status">
        {!session && [create.signingIn, trouble].join(' ').trim()}
      </p>
      <noscript>
        <p>{create.needsScript}</p>
      </noscript>
      <ItemForm onSave={save} refusal={session ? undefined : itemRules.notSignedIn} />
    </div>
  )
}
