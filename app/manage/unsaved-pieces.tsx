import { createPath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import type { DraftSummary } from '../editor/draft-store.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMessages } from '../use-messages.ts'
import type { ManagedItemJson } from './managed-item.ts'
import { draftTarget } from './use-drafts.ts'

interface UnsavedPiecesProps {
  readonly drafts: readonly DraftSummary[]
  readonly items: ReadonlyMap<string, ManagedItemJson | undefined>
  /** Opens the form of a copy. */
  readonly onContinueCopy: (item: ManagedItemJson) => void
  readonly onDiscard: (key: string, title: string) => void
}

/** New pieces that were typed in this browser and not saved, with a way to continue. */
export function UnsavedPieces({ drafts, items, onContinueCopy, onDiscard }: UnsavedPiecesProps) {
  const { manage } = useMessages()
  const pieces = drafts.flatMap(({ key, title }) => {
    const target = draftTarget(key)
    const source = target && items.get(target.id)
    return target && !target.isCopy
      ? []
      : [{ key, title: title ?? source?.title ?? '', isCopy: Boolean(target), source }]
  })
  if (pieces.length === 0) return null
  return (
    <ul className="unsaved-pieces">
      {pieces.map(({ key, title, isCopy, source }) => (
        <li key={key}>
          <p>{title === '' ? manage.unsavedNewPiece : fill(manage.unsavedPiece, { title })}</p>
          <p className="actions">
            {!isCopy && (
              <a className="button button-quiet" href={createPath}>
                {manage.continue}
              </a>
            )}
            {source && <QuietButton onClick={() => onContinueCopy(source)}>{manage.continue}</QuietButton>}
            <QuietButton onClick={() => onDiscard(key, title || manage.untitled)}>{manage.discardPiece}</QuietButton>
          </p>
        </li>
      ))}
    </ul>
  )
}
