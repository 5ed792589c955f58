import type { Item } from '../../src/domain/item.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { sizesOf } from '../../src/domain/sizes.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { PlainText } from '../ui/plain-text.tsx'
import { useServerMessages } from '../use-messages.ts'
import { Assurances, Enquiry, SizeChoice } from './enquiry.tsx'
import { ItemChips } from './item-chips.tsx'
import { PhotoGallery } from './photo-gallery.tsx'

interface ItemDetailsProps {
  item: Item
  shop: PublicShop
  /** The revision of the catalogue at which the item was read. */
  revision: number
}

/** An item. The visitor script replaces each `data-part` that has changed in a fresh copy of the page. */
export function ItemDetails({ item, shop, revision }: ItemDetailsProps) {
  const { item: texts } = useServerMessages()
  const { whatsapp } = shop
  const sizes = sizesOf(item.size)
  const hasSizeChoice = sizes.length > 0 && whatsapp !== null
  return (
    <article
      className="item"
      data-revision={revision}
      data-updated={texts.updated}
      data-address={shop.origin + itemPath(item.id)}
    >
      <PhotoGallery item={item} />
      <div className="item-text">
        <div className="item-head" data-part="head">
          <h1 className={titleClass(item.title)}>{item.title}</h1>
          {item.tagline !== '' && <p className="tagline">{item.tagline}</p>}
          <ItemChips item={item} hasSizeChoice={hasSizeChoice} />
          {hasSizeChoice && <SizeChoice {...{ item, sizes, whatsapp, shop }} />}
        </div>
        <Enquiry item={item} shop={shop} />
        <Assurances item={item} shop={shop} />
        <div className="share">
          <button type="button" className="button button-quiet" data-copied={texts.linkCopied}>
            {texts.share}
          </button>
          <span role="status" />
        </div>
        <div className="item-facts" data-part="facts">
          {item.description !== null && (
            <div className="description">
              <PlainText>{item.description}</PlainText>
            </div>
          )}
          <Facts item={item} shop={shop} />
        </div>
      </div>
    </article>
  )
}

/** Long titles are smaller. */
function titleClass({ length }: string): string | undefined {
  if (length > 80) return 'title-longest'
  return length > 40 ? 'title-long' : undefined
}

/** What the item is made of and how to treat it, and how it comes to its buyer. */
function Facts({ item, shop }: { item: Item; shop: PublicShop }) {
  const { item: texts, create } = useServerMessages()
  const { detailLabels: labels } = create
  const facts = Object.entries({
    [labels.yarn]: item.yarn,
    [labels.measurements]: item.measurements,
    [labels.washing]: item.washing,
    [labels.care]: item.care ?? shop.care,
  }).filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <PlainText>{text}</PlainText>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {shop.delivery !== '' && (
        <details>
          <summary>{texts.delivery}</summary>
          <PlainText>{shop.delivery}</PlainText>
        </details>
      )}
    </>
  )
}
