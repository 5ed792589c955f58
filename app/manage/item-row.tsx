import { restoreDays } from '../../src/domain/item-state.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { photoUrlAtLeast } from '../../src/domain/photo.ts'
import type { TokenSource } from '../api/api-client.ts'
import { LinkCheck } from '../link-preview/link-check.tsx'
import { Chip } from '../ui/chip.tsx'
import { useMessages } from '../use-messages.ts'
import type { ItemStateChange } from './manage-api.ts'
import type { ManagedItemJson } from './managed-item.ts'

export interface ItemActions {
  readonly edit: (item: ManagedItemJson) => void
  readonly setState: (item: ManagedItemJson, state: ItemStateChange) => void
  readonly setRemoved: (item: ManagedItemJson, isRemoved: boolean) => void
  readonly showLink: (item: ManagedItemJson, isShown: boolean) => void
}

interface ItemRowProps {
  readonly item: ManagedItemJson
  readonly actions: ItemActions
  /** For the link preview; `undefined` until the user is signed in. */
  readonly tokenSource: TokenSource | undefined
  readonly isLinkShown: boolean
  /** A change is in progress. */
  readonly isBusy: boolean
}

/** Of the image file, in pixels: shown at 64, on screens with a pixel ratio of 2 or 3. */
const thumbnailWidth = 180

/** One item, with the buttons that change it. */
export function ItemRow({ item, actions, tokenSource, isLinkShown, isBusy }: ItemRowProps) {
  const { linkPreview, manage, site } = useMessages()
  const { id, title, sold, hidden, removedAt, imageUrl, photos } = item
  const thumbnail = photos[0] ? photoUrlAtLeast(photos[0], thumbnailWidth, 'webp') : imageUrl
  const linkLabel = manage.of(linkPreview.title, title)
  const isVisible = removedAt === null && !hidden
  // A disabled or a replaced button would lose the focus.
  const action = (label: string, run: () => void) => (
    <button
      className="button button-quiet"
      type="button"
      aria-label={manage.of(label, title)}
      aria-disabled={isBusy}
      onClick={() => isBusy || run()}
    >
      {label}
    </button>
  )
  return (
    <li className="item-row" aria-busy={isBusy}>
      <img src={thumbnail} alt="" width={64} height={80} loading="lazy" decoding="async" />
      <div className="item-row-text">
        <h3>{isVisible ? <a href={itemPath(id)}>{title}</a> : title}</h3>
        <p className="chips">
          {sold && <Chip isStrong>{manage.sold}</Chip>}
          {hidden && <Chip isStrong>{manage.hidden}</Chip>}
          {removedAt !== null && <Chip isStrong>{manage.removed}</Chip>}
          <Chip>{item.category}</Chip>
        </p>
        {removedAt !== null && <p className="quiet">{manage.goneFrom(restoreDeadline(removedAt, site.dateLocale))}</p>}
        <p className="actions">
          {removedAt === null && (
            <>
              {action(manage.edit, () => actions.edit(item))}
              {action(sold ? manage.markUnsold : manage.markSold, () => actions.setState(item, { sold: !sold }))}
              {action(hidden ? manage.show : manage.hide, () => actions.setState(item, { hidden: !hidden }))}
            </>
          )}
          {action(removedAt === null ? manage.remove : manage.restore, () =>
            actions.setRemoved(item, removedAt === null),
          )}
          {isVisible && (
            <button
              className="button button-quiet"
              type="button"
              aria-label={linkLabel}
              aria-expanded={isLinkShown}
              onClick={() => actions.showLink(item, !isLinkShown)}
            >
              {linkPreview.title}
            </button>
          )}
        </p>
      </div>
      {isLinkShown && isVisible && tokenSource && (
        <LinkCheck key={item.version} tokenSource={tokenSource} id={id} label={linkLabel} />
      )}
    </li>
  )
}

/** The day after which a removed item cannot be restored. */
function restoreDeadline(removedAt: string, locale: string): string {
  const end = new Date(Date.parse(removedAt) + restoreDays * 86_400_000)
  return end.toLocaleDateString(locale, { day: 'numeric', month: 'long' })
}
