import { restoreDays } from '../../src/domain/item-state.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { photoUrlAtLeast } from '../../src/domain/photo.ts'
import type { Asking } from '../api/api-client.ts'
import { LinkCheck } from '../link-preview/link-check.tsx'
import { Chip } from '../ui/chip.tsx'
import { useMessages } from '../use-messages.ts'
import type { ManagedPiece } from './managed-piece.ts'
import type { PieceState } from './use-item-changes.ts'

export interface PieceActions {
  readonly edit: (piece: ManagedPiece) => void
  readonly setState: (piece: ManagedPiece, state: PieceState) => void
  readonly setRemoved: (piece: ManagedPiece, isRemoved: boolean) => void
  readonly showLink: (piece: ManagedPiece, isShown: boolean) => void
}

interface PieceRowProps {
  readonly piece: ManagedPiece
  readonly actions: PieceActions
  /** Who asks how its link looks; `undefined` for nobody yet. */
  readonly asking: Asking | undefined
  readonly isLinkShown: boolean
  /** Something is being done to it. */
  readonly isBusy: boolean
}

/** Of the picture's file, in pixels: drawn at 64, on screens of two or three pixels to a point. */
const pictureWidth = 180

/** One piece as its owner sees it. */
export function PieceRow({ piece, actions, asking, isLinkShown, isBusy }: PieceRowProps) {
  const { linkPreview, manage, site } = useMessages()
  const { id, title, sold, hidden, removedAt, imageUrl, photos } = piece
  const picture = photos[0] ? photoUrlAtLeast(photos[0], pictureWidth, 'webp') : imageUrl
  const linkLabel = manage.of(linkPreview.title, title)
  const isVisible = removedAt === null && !hidden
  // A button that is disabled, or another one in its place, would lose the focus.
  const action = (words: string, run: () => void) => (
    <button
      className="button button-quiet"
      type="button"
      aria-label={manage.of(words, title)}
      aria-disabled={isBusy}
      onClick={() => isBusy || run()}
    >
      {words}
    </button>
  )
  return (
    <li className="piece" aria-busy={isBusy}>
      <img src={picture} alt="" width={64} height={80} loading="lazy" decoding="async" />
      <div className="piece-words">
        <h3>{isVisible ? <a href={itemPath(id)}>{title}</a> : title}</h3>
        <p className="chips">
          {sold && <Chip isStrong>{manage.sold}</Chip>}
          {hidden && <Chip isStrong>{manage.hidden}</Chip>}
          {removedAt !== null && <Chip isStrong>{manage.removed}</Chip>}
          <Chip>{piece.category}</Chip>
        </p>
        {removedAt !== null && <p className="quiet">{manage.goneFrom(endOf(removedAt, site.dateLocale))}</p>}
        <p className="actions">
          {removedAt === null && (
            <>
              {action(manage.edit, () => actions.edit(piece))}
              {action(sold ? manage.markUnsold : manage.markSold, () => actions.setState(piece, { sold: !sold }))}
              {action(hidden ? manage.show : manage.hide, () => actions.setState(piece, { hidden: !hidden }))}
            </>
          )}
          {action(removedAt === null ? manage.remove : manage.restore, () =>
            actions.setRemoved(piece, removedAt === null),
          )}
          {isVisible && (
            <button
              className="button button-quiet"
              type="button"
              aria-label={linkLabel}
              aria-expanded={isLinkShown}
              onClick={() => actions.showLink(piece, !isLinkShown)}
            >
              {linkPreview.title}
            </button>
          )}
        </p>
      </div>
      {isLinkShown && isVisible && asking && (
        <LinkCheck key={piece.version} asking={asking} id={id} label={linkLabel} />
      )}
    </li>
  )
}

/** The day on which nothing can be undone any more. */
function endOf(removedAt: string, locale: string): string {
  const end = new Date(Date.parse(removedAt) + restoreDays * 86_400_000)
  return end.toLocaleDateString(locale, { day: 'numeric', month: 'long' })
}
