import { useState } from 'react'

import type { Asking } from '../api/api-client.ts'
import { Field } from '../ui/field.tsx'
import { useMessages } from '../use-messages.ts'
import { PieceRow } from './item-row.tsx'
import type { PieceActions } from './item-row.tsx'
import type { ManagedPiece } from './managed-piece.ts'

/** As many rows as a phone draws at once without a pause. */
const maxShown = 100

interface PieceListProps {
  readonly pieces: readonly ManagedPiece[]
  readonly actions: PieceActions
  /** As of a row. */
  readonly asking: Asking | undefined
  /** Of the piece whose link is shown. */
  readonly linkOf: string | undefined
  /** Of the pieces to which something is being done. */
  readonly busyIds: ReadonlySet<string>
}

/** All pieces, newest first, found by typing. */
export function PieceList({ pieces, actions, asking, linkOf, busyIds }: PieceListProps) {
  const { manage } = useMessages()
  const [words, setWords] = useState('')
  const found = pieces.filter((piece) => isMeant(piece, words))
  return (
    <>
      <div onInput={({ target }) => setWords((target as HTMLInputElement).value)}>
        <Field name="find" label={manage.find} error={undefined} />
      </div>
      <p className="quiet" role="status">
        {pieces.length === 0 ? manage.empty : manage.count(found.length, pieces.length)}
      </p>
      <ul className="pieces">
        {found.slice(0, maxShown).map((piece) => (
          <PieceRow
            key={piece.id}
            piece={piece}
            actions={actions}
            asking={asking}
            isLinkShown={piece.id === linkOf}
            isBusy={busyIds.has(piece.id)}
          />
        ))}
      </ul>
      {found.length > maxShown && <p className="quiet">{manage.more(found.length - maxShown)}</p>}
    </>
  )
}

/** Whether each of the words is somewhere in what the piece says of itself. */
function isMeant({ id, title, tagline, category, size, color }: ManagedPiece, words: string): boolean {
  const text = [title, tagline, category, size, color, id].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
