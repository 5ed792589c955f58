import { availabilityOf } from '../../../src/domain/availability.ts'
import { formatDay } from '../../../src/domain/day.ts'
import { restoreDays } from '../../../src/domain/item-state.ts'
import { formatLocalPrice } from '../../../src/domain/local-formats.ts'
import { itemPath } from '../../../src/domain/page-paths.ts'
import { photoUrlAtLeast } from '../../../src/domain/photo.ts'
import { fill } from '../../../src/domain/template.ts'
import { LinkCheck } from '../../link-preview/link-check.tsx'
import { Chip } from '../../ui/chip.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useMessages } from '../../use-messages.ts'
import { ItemMenu } from './item-menu.tsx'
import { RowForm } from './row-form.tsx'
import { editButtonId, type RowProps } from './row-props.ts'

/** Of the image file, in pixels: shown at 40, on screens with a pixel ratio of 2 or 3. */
const thumbnailWidth = 180

/** One item: what it is, a button to edit it, and a menu with everything else. */
export function ItemRow(props: RowProps) {
  const { linkPreview, manage } = useMessages()
  const { item, isUnsaved, actions, tokenSource, origin, isLinkShown, isBusy, form, setForm } = props
  const { id, title, hidden, removedAt, imageUrl, photos } = item
  const thumbnail = photos[0] ? photoUrlAtLeast(photos[0], thumbnailWidth) : imageUrl
  const isVisible = removedAt === null && !hidden
  return (
    <li className="item-row" aria-busy={isBusy}>
      <img src={thumbnail} alt="" width={40} height={50} loading="lazy" decoding="async" />
      <RowText {...props} isVisible={isVisible} />
      {removedAt === null ? (
        <>
          <QuietButton
            id={editButtonId(id)}
            aria-label={fill(manage.of, { action: manage.edit, title })}
            onClick={() => actions.edit(item)}
          >
            {manage.edit}
          </QuietButton>
          <ItemMenu {...props} isVisible={isVisible} />
        </>
      ) : (
        <QuietButton
          id={editButtonId(id)}
          className="row-restore"
          aria-label={fill(manage.of, { action: manage.restore, title })}
          aria-disabled={isBusy}
          onClick={() => isBusy || actions.setRemoved(item, false)}
        >
          {manage.restore}
        </QuietButton>
      )}
      {form && <RowForm {...props} form={form} onClose={() => setForm(undefined)} />}
      {isUnsaved && removedAt === null && <p className="row-unsaved">{manage.unsaved}</p>}
      {isLinkShown && isVisible && tokenSource && (
        <LinkCheck
          key={item.version}
          {...{ tokenSource, id, title, origin }}
          label={fill(manage.of, { action: linkPreview.title, title })}
          onClose={() => {
            actions.showLink(item, false)
            document.getElementById(editButtonId(id))?.focus()
          }}
        />
      )}
    </li>
  )
}

function RowText({ item, isVisible }: RowProps & { readonly isVisible: boolean }) {
  const { manage, site } = useMessages()
  const { id, title, price, reservedUntil, reservedNote, hidden, removedAt } = item
  const availability = availabilityOf(item)
  const reserved =
    reservedUntil === null
      ? manage.reserved
      : fill(manage.reservedUntil, { day: formatDay(reservedUntil, site.dateLocale, 'short') })
  return (
    <div className="row-text">
      <h3>{isVisible ? <a href={itemPath(id)}>{title}</a> : title}</h3>
      <p className="row-facts">
        <span className="row-price">
          {price === null ? manage.priceOnRequest : formatLocalPrice(price, site.language)}
        </span>
        {availability === 'sold' && <Chip isStrong>{manage.sold}</Chip>}
        {availability === 'reserved' && <Chip isStrong>{reserved}</Chip>}
        {availability === 'madeToOrder' && <Chip>{manage.madeToOrder}</Chip>}
        {hidden && <Chip isStrong>{manage.hidden}</Chip>}
        {removedAt !== null && <Chip isStrong>{manage.removed}</Chip>}
      </p>
      {reservedNote !== null && <p className="row-note">{reservedNote}</p>}
      {removedAt !== null && (
        <p className="quiet">{fill(manage.goneFrom, { day: restoreDeadline(removedAt, site.dateLocale) })}</p>
      )}
    </div>
  )
}

/** The day after which a removed item cannot be restored. */
function restoreDeadline(removedAt: string, locale: string): string {
  const end = new Date(Date.parse(removedAt) + restoreDays * 86_400_000)
  return end.toLocaleDateString(locale, { day: 'numeric', month: 'long' })
}
