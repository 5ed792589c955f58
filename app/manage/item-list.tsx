import { useState } from 'react'

import type { TokenSource } from '../api/api-client.ts'
import { Field } from '../ui/field.tsx'
import { useMessages } from '../use-messages.ts'
import { ItemRow, type ItemActions } from './item-row.tsx'
import type { ManagedItemJson } from './managed-item.ts'

/** As many rows as a phone renders at once without a pause. */
const maxShown = 100

interface ItemListProps {
  readonly items: readonly ManagedItemJson[]
  readonly actions: ItemActions
  /** For the link previews. */
  readonly tokenSource: TokenSource | undefined
  /** The item whose link preview is open. */
  readonly linkPreviewId: string | undefined
  /** Items with a change in progress. */
  readonly busyIds: ReadonlySet<string>
}

/** All items, newest first, with a search field. */
export function ItemList({ items, actions, tokenSource, linkPreviewId, busyIds }: ItemListProps) {
  const { manage } = useMessages()
  const [query, setQuery] = useState('')
  const found = items.filter((item) => matchesSearch(item, query))
  return (
    <>
      <div onInput={({ target }) => setQuery((target as HTMLInputElement).value)}>
        <Field name="find" label={manage.find} error={undefined} />
      </div>
      <p className="quiet" role="status">
        {items.length === 0 ? manage.empty : manage.count(found.length, items.length)}
      </p>
      <ul className="item-rows">
        {found.slice(0, maxShown).map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            actions={actions}
            tokenSource={tokenSource}
            isLinkShown={item.id === linkPreviewId}
            isBusy={busyIds.has(item.id)}
          />
        ))}
      </ul>
      {found.length > maxShown && <p className="quiet">{manage.more(found.length - maxShown)}</p>}
    </>
  )
}

/** Whether the item's text contains each word of the query. */
function matchesSearch({ id, title, tagline, category, size, color }: ManagedItemJson, query: string): boolean {
  const text = [title, tagline, category, size, color, id].join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
