import { availabilityOf, type Availability } from '../../src/domain/availability.ts'
import { isReachable } from '../../src/domain/enquiry-channels.ts'
import { enquiryMessage } from '../../src/domain/enquiry.ts'
import type { Item } from '../../src/domain/item.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { sizesOf } from '../../src/domain/sizes.ts'
import { fill, pluralOf } from '../../src/domain/template.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { AddButton } from '../enquiry/add-button.tsx'
import { MainChannels, OtherChannels, sendUrl } from '../enquiry/channels.tsx'
import { Chip, TakenChip } from '../ui/chip.tsx'
import { Price } from '../ui/price.tsx'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import { SizeChip } from './item-chips.tsx'

interface EnquiryProps {
  item: Item
  shop: PublicShop
}

const enquireTexts = {
  available: 'enquire',
  madeToOrder: 'enquire',
  reserved: 'enquireToBeNext',
  sold: 'enquireOneLikeIt',
} as const satisfies Record<Availability, string>

/**
 * The price, and the button that opens the chat. It stays at the bottom of the screen until its place in the page is in
 * view (`item.css`).
 */
export function Enquiry({ item, shop }: EnquiryProps) {
  const { item: texts } = useServerMessages()
  const local = useLocalPath()
  const message = useMessage({ item, shop })
  const availability = availabilityOf(item)
  return (
    <div className="enquiry" data-part="enquiry">
      <div className={item.sold ? 'price-row is-sold' : 'price-row'}>
        <Price price={item.price} none={texts.priceOnRequest} />
        <TakenChip item={item} />
        {availability === 'madeToOrder' && <Chip>{texts.madeToOrder}</Chip>}
        {/* For the script. */}
        <a hidden href={local(itemPath(item.id))} aria-label={item.title} />
        <AddButton hasWords />
      </div>
      <MainChannels {...{ shop, message }} label={texts[enquireTexts[availability]]} />
    </div>
  )
}

/** Every other way to enquire. */
export function OtherWays({ item, shop }: EnquiryProps) {
  return <OtherChannels shop={shop} message={useMessage({ item, shop })} scannedId={item.id} />
}

/** The message without a size that has to be chosen. */
function useMessage({ item, shop }: EnquiryProps): string {
  const { enquiry: texts } = useServerMessages()
  const size = sizesOf(item.size).length === 0 ? item.size : null
  return enquiryMessage([{ item, size }], { shop, texts })
}

/** Paths of icons. */
const icons = {
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18',
  chat: 'M4 5h16v11H9l-5 4Z',
  parcel: 'm4 8 8-4 8 4v8l-8 4-8-4Zl8 4 8-4m-8 4v8',
  pin: 'M12 21s-6-5.5-6-11a6 6 0 1 1 12 0c0 5.5-6 11-6 11Zm0-13a2 2 0 1 0 0 4 2 2 0 1 0 0-4',
}

/** What buyers ask before they order, a line each; nothing of what the owner has not written. */
export function Assurances({ item, shop }: EnquiryProps) {
  const { item: texts, site } = useServerMessages()
  const weeks = availabilityOf(item) === 'madeToOrder' ? (item.weeksToMake ?? shop.weeksToMake) : null
  const lines = [
    [icons.clock, weeks === null ? '' : fill(pluralOf(texts.readyIn, weeks, site.language), { count: weeks })],
    [icons.chat, isReachable(shop) ? shop.replyTime : ''],
    [icons.parcel, shop.deliveryLine],
    [icons.pin, shop.knittedIn],
  ] as const
  return (
    <ul className="assurances" data-part="assurances">
      {lines.map(
        ([icon, line]) =>
          line !== '' && (
            <Written as="li" key={icon} text={line}>
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path d={icon} />
              </svg>
              {line}
            </Written>
          ),
      )}
    </ul>
  )
}

/**
 * The sizes to choose from, which their chip names. The visitor script puts the chosen one into the enquiry; without it, each
 * size has a link.
 */
export function SizeChoice({ item, shop }: EnquiryProps) {
  const { channels, enquiry, item: texts } = useServerMessages()
  const choices = sizesOf(item.size).map((size) => {
    const message = enquiryMessage([{ item, size }], { shop, texts: enquiry })
    return { size, message: encodeURIComponent(message), href: sendUrl(shop, message, channels.subject) }
  })
  return (
    <>
      <fieldset className="sizes">
        <legend>
          <SizeChip size={item.size} />
        </legend>
        {choices.map(({ size, message }) => (
          <label key={size}>
            <input type="radio" name="size" value={size} data-message={message} />
            <Written as="span" text={size} />
          </label>
        ))}
      </fieldset>
      <noscript>
        <ul className="size-links">
          {choices.map(
            ({ size, href }) =>
              href !== undefined && (
                <li key={size}>
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    {fill(texts.askForSize, { size })}
                  </a>
                </li>
              ),
          )}
        </ul>
      </noscript>
    </>
  )
}
