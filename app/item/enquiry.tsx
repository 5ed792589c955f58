import { availabilityOf, type Availability } from '../../src/domain/availability.ts'
import { enquiryUrl } from '../../src/domain/enquiry.ts'
import type { Item } from '../../src/domain/item.ts'
import { sizesOf } from '../../src/domain/sizes.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { Chip, TakenChip } from '../ui/chip.tsx'
import { Price } from '../ui/price.tsx'
import { useServerMessages } from '../use-messages.ts'
import { SizeChip } from './item-chips.tsx'

interface EnquiryProps {
  item: Item
  shop: PublicShop
}

interface SizeChoiceProps {
  item: Item
  sizes: readonly string[]
  whatsapp: string
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
  const { enquiry, item: texts } = useServerMessages()
  const { whatsapp } = shop
  const availability = availabilityOf(item)
  // The size to ask for, if there is no choice.
  const size = sizesOf(item.size).length === 0 ? item.size : null
  return (
    <div className="enquiry" data-part="enquiry">
      <div className={item.sold ? 'price-row is-sold' : 'price-row'}>
        <Price price={item.price} none={texts.priceOnRequest} />
        <TakenChip item={item} />
        {availability === 'madeToOrder' && <Chip>{texts.madeToOrder}</Chip>}
      </div>
      {whatsapp === null ? (
        <p className="quiet">{texts.noEnquiries}</p>
      ) : (
        <a
          className="button"
          href={enquiryUrl(whatsapp, { item, size, shop }, enquiry)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <WhatsAppMark />
          {texts[enquireTexts[availability]]}
        </a>
      )}
    </div>
  )
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
  const { item: texts } = useServerMessages()
  const weeks = availabilityOf(item) === 'madeToOrder' ? (item.weeksToMake ?? shop.weeksToMake) : null
  const lines = [
    [icons.clock, weeks === null ? '' : texts.readyIn(weeks)],
    [icons.chat, shop.whatsapp === null ? '' : shop.replyTime],
    [icons.parcel, shop.deliveryLine],
    [icons.pin, shop.knittedIn],
  ] as const
  return (
    <ul className="assurances" data-part="assurances">
      {lines.map(
        ([icon, line]) =>
          line !== '' && (
            <li key={icon}>
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path d={icon} />
              </svg>
              {line}
            </li>
          ),
      )}
    </ul>
  )
}

/**
 * The sizes to choose from, which their chip names. The visitor script puts the chosen one into the enquiry; without it, each
 * size has a link.
 */
export function SizeChoice({ item, sizes, whatsapp, shop }: SizeChoiceProps) {
  const { enquiry, item: texts } = useServerMessages()
  const choices = sizes.map((size) => ({ size, href: enquiryUrl(whatsapp, { item, size, shop }, enquiry) }))
  return (
    <>
      <fieldset className="sizes">
        <legend>
          <SizeChip size={item.size} />
        </legend>
        {choices.map(({ size, href }) => (
          <label key={size}>
            <input type="radio" name="size" value={size} data-href={href} />
            <span>{size}</span>
          </label>
        ))}
      </fieldset>
      <noscript>
        <ul className="size-links">
          {choices.map(({ size, href }) => (
            <li key={size}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {texts.askForSize(size)}
              </a>
            </li>
          ))}
        </ul>
      </noscript>
    </>
  )
}

function WhatsAppMark() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true">
      <path d="M12 2a9.9 9.9 0 0 0-8.5 15L2 22l5.2-1.4A10 10 0 1 0 12 2Zm0 18a8 8 0 0 1-4.2-1.2l-.3-.2-3 .8.8-2.9-.2-.3A8 8 0 1 1 12 20Zm4.5-6-1.7-.8c-.2-.1-.4-.1-.6.1l-.8 1c-.1.2-.3.2-.5.1a6.6 6.6 0 0 1-3.2-2.8c-.2-.3.3-.4.8-1.4v-.4L9.7 8c-.2-.5-.4-.4-.6-.4h-.5c-.2 0-.5.1-.7.3-.9.9-1 2.2-.4 3.4 1.3 2.4 2.9 3.9 5.3 4.9 1.5.6 2.1.5 2.7.4.5-.1 1.5-.6 1.7-1.2.2-.6.2-1.1.1-1.2 0-.1-.2-.2-.8-.2Z" />
    </svg>
  )
}
