import type { ReactNode } from 'react'

import {
  enquiryListPath,
  maxEntries,
  sizeKey,
  type EnquiryEntry,
  type EnquiryList,
} from '../../src/domain/enquiry-list.ts'
import { chosenSize, enquiryMessage } from '../../src/domain/enquiry.ts'
import { formatLocalPrice } from '../../src/domain/local-formats.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { sizesOf } from '../../src/domain/sizes.ts'
import { fill, pluralOf } from '../../src/domain/template.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { TakenChip } from '../ui/chip.tsx'
import { focusClass } from '../ui/focus-class.ts'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { Price } from '../ui/price.tsx'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import { MainChannels, OtherChannels } from './channels.tsx'
import { sumPrices, toLines, type Enquiry, type EnquiryRow } from './load-enquiry.ts'

const imageSizes: ImageSizes = { sizes: '6rem', widths: [180, 360], fallback: 360 }

interface ListedPiecesProps {
  readonly enquiry: Enquiry
  readonly list: EnquiryList
  readonly shop: PublicShop
  /** In place of the pieces where there are none. */
  readonly empty: ReactNode
}

/** The pieces of an enquiry, and the ways to send it. Every change is a link to another list: no script is needed. */
export function ListedPieces({ enquiry, list: { entries, before }, shop, empty }: ListedPiecesProps) {
  const { enquiryList: texts, site } = useServerMessages()
  const count = entries.length
  return (
    <div data-part="pieces">
      {enquiry.removed && <Removed row={enquiry.removed} before={before} />}
      {count === 0 && empty}
      {count > 0 && (
        <>
          <p className="quiet">
            {fill(pluralOf(texts.count, count, site.language), { count })}
            {count >= maxEntries && ` · ${fill(texts.full, { max: maxEntries })}`}
          </p>
          <ul className="entries">
            {enquiry.rows.map((row) => (
              <Row key={row.entry.id} row={row} entries={entries} />
            ))}
          </ul>
          <Sending enquiry={enquiry} entries={entries} shop={shop} />
        </>
      )}
    </div>
  )
}

function Removed({ row: { item }, before }: { row: EnquiryRow; before: readonly EnquiryEntry[] }) {
  const { enquiryList: texts } = useServerMessages()
  const local = useLocalPath()
  return (
    <p className="removed" role="status">
      {item === undefined ? texts.removedGone : fill(texts.removed, { title: item.title })}{' '}
      <a href={local(enquiryListPath(before))}>{texts.undo}</a>
    </p>
  )
}

interface RowProps {
  readonly row: EnquiryRow
  readonly entries: readonly EnquiryEntry[]
}

function Row({ row, entries }: RowProps) {
  const { enquiryList: texts, item: itemTexts } = useServerMessages()
  const local = useLocalPath()
  const { entry, item } = row
  const others = entries.filter(({ id }) => id !== entry.id)
  const removal = (
    <a
      className="plain-link"
      href={local(enquiryListPath(others, entries))}
      aria-label={fill(texts.of, { action: texts.removePiece, title: item?.title ?? texts.gone })}
    >
      {texts.removePiece}
    </a>
  )
  if (item === undefined) {
    return (
      <li className="entry">
        <p className="entry-text">{texts.gone}</p>
        {removal}
      </li>
    )
  }
  return (
    <li className="entry" id={rowId(entry)}>
      <a
        className={`card-frame${focusClass(item.focus)}`}
        href={local(itemPath(item.id))}
        tabIndex={-1}
        aria-hidden="true"
      >
        <ItemImage image={item.photos[0] ?? item.imageUrl} sizes={imageSizes} />
      </a>
      <div className="entry-text">
        <h3>
          <Written as="a" href={local(itemPath(item.id))} text={item.title} />
        </h3>
        <div className="price-row">
          <Price price={item.price} none={itemTexts.priceOnRequest} />
          <TakenChip item={item} />
        </div>
        <EntrySize row={row} entries={entries} />
      </div>
      {removal}
    </li>
  )
}

/** With a prefix: ids of pieces may be names of other elements. */
function rowId({ id }: EnquiryEntry): string {
  return `piece-${id}`
}

/** The size, or the sizes to choose from: each is a link to the list with it, which opens at the same piece. */
function EntrySize({ row: { entry, item }, entries }: RowProps) {
  const { enquiryList: texts, item: itemTexts } = useServerMessages()
  const local = useLocalPath()
  if (item === undefined || item.size === null) return null
  const sizes = sizesOf(item.size)
  if (sizes.length === 0) {
    const only = fill(itemTexts.size, { size: item.size })
    return <Written as="p" className="quiet" text={only} />
  }
  const chosen = chosenSize(item, entry)
  const withSize = (size: string) =>
    entries.map((each) => (each.id === entry.id ? { ...each, size: sizeKey(size) } : each))
  return (
    <nav className="size-links" aria-label={fill(texts.of, { action: texts.chooseSize, title: item.title })}>
      {sizes.map((size) => (
        <Written
          as="a"
          key={size}
          href={`${local(enquiryListPath(withSize(size)))}#${rowId(entry)}`}
          aria-current={size === chosen ? 'true' : undefined}
          aria-label={fill(texts.sizeOf, { size, title: item.title })}
          text={size}
        />
      ))}
    </nav>
  )
}

interface SendingProps {
  readonly enquiry: Enquiry
  readonly entries: readonly EnquiryEntry[]
  readonly shop: PublicShop
}

function Sending({ enquiry, entries, shop }: SendingProps) {
  const { enquiry: messageTexts, enquiryList: texts, site } = useServerMessages()
  const local = useLocalPath()
  const lines = toLines(enquiry)
  const { total, isComplete } = sumPrices(lines)
  const message = enquiryMessage(lines, { shop, texts: messageTexts })
  return (
    <>
      {lines.length > 0 && (
        <div className="enquiry">
          {total > 0 && (
            <p className="price">
              {fill(isComplete ? texts.total : texts.totalOfKnown, { price: formatLocalPrice(total, site.language) })}
            </p>
          )}
          <MainChannels {...{ shop, message }} label={texts.send} />
        </div>
      )}
      {lines.length > 0 && <OtherChannels {...{ shop, message }} />}
      <div className="share" data-path={local(enquiryListPath(entries))}>
        <button type="button" className="button button-quiet" data-copied={texts.linkCopied}>
          {texts.share}
        </button>
        <span role="status" />
      </div>
    </>
  )
}
