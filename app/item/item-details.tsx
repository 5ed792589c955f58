import type { ReactNode } from 'react'

import { isReachable, messageUrl } from '../../src/domain/enquiry-channels.ts'
import { enquiryMessage } from '../../src/domain/enquiry.ts'
import type { Item } from '../../src/domain/item.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { sizesOf } from '../../src/domain/sizes.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { PlainText, Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import { Assurances, Enquiry, OtherWays, SizeChoice } from './enquiry.tsx'
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
  const local = useLocalPath()
  const hasSizeChoice = sizesOf(item.size).length > 0 && isReachable(shop)
  return (
    <article
      className="item"
      data-revision={revision}
      data-updated={texts.updated}
      data-address={shop.origin + local(itemPath(item.id))}
    >
      <PhotoGallery item={item} />
      <div className="item-text">
        <div className="item-head" data-part="head">
          <Written as="h1" className={titleClass(item.title)} text={item.title} />
          {item.tagline !== '' && <Written as="p" className="tagline" text={item.tagline} />}
          <ItemChips item={item} hasSizeChoice={hasSizeChoice} />
          {hasSizeChoice && <SizeChoice item={item} shop={shop} />}
          {item.size !== null && <Fold title={texts.howToMeasure} text={shop.howToMeasure} />}
        </div>
        <Enquiry item={item} shop={shop} />
        <OtherWays item={item} shop={shop} />
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
  const { facts: labels } = useServerMessages().item
  const { yarn, measurements, washing, care } = item
  const texts = { yarn, measurements, washing, care: care ?? shop.care }
  const names = (Object.keys(texts) as (keyof typeof texts)[]).filter((name) => texts[name])
  return (
    <>
      {names.length > 0 && (
        <dl className="facts">
          {names.map((name) => (
            <div key={name}>
              <dt>{labels[name]}</dt>
              <dd>
                <PlainText>{texts[name] ?? ''}</PlainText>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Terms item={item} shop={shop} />
    </>
  )
}

/** How the piece is paid, comes to its buyer and may come back, and how to see it before. */
function Terms({ item, shop }: { item: Item; shop: PublicShop }) {
  const { enquiry, item: texts } = useServerMessages()
  const message = enquiryMessage([{ item, size: null }], { shop, texts: enquiry, greeting: enquiry.videoCall })
  return (
    <>
      <Fold title={shop.payment === '' ? texts.delivery : texts.deliveryAlone} text={shop.delivery} />
      <Fold title={texts.payment} text={shop.payment} />
      <Fold title={texts.returns} text={shop.returns} />
      <Fold title={texts.videoCall} text={shop.videoCall}>
        {shop.whatsapp !== null && (
          <a className="plain-link" href={messageUrl(shop.whatsapp, message)} target="_blank" rel="noopener noreferrer">
            {texts.askForVideoCall}
          </a>
        )}
      </Fold>
    </>
  )
}

/** A text that is folded; nothing of one that the owner has not written. */
function Fold({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  if (text === '') return null
  return (
    <details>
      <summary>{title}</summary>
      <PlainText>{text}</PlainText>
      {children}
    </details>
  )
}
