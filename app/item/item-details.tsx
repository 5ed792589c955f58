import { enquiryUrl } from '../../src/domain/enquiry.ts'
import type { Item } from '../../src/domain/item.ts'
import { Chip } from '../ui/chip.tsx'
import { Price } from '../ui/price.tsx'
import { useServerMessages } from '../use-messages.ts'
import { PhotoGallery } from './photo-gallery.tsx'

export function ItemDetails({ item, whatsapp }: { item: Item; whatsapp: string | null }) {
  const { enquiry, item: texts } = useServerMessages()
  return (
    <article className="item">
      <PhotoGallery item={item} />
      <div className="item-text">
        <h2>{item.title}</h2>
        {item.tagline !== '' && <p className="tagline">{item.tagline}</p>}
        <p className="chips">
          {item.sold && <Chip isStrong>{texts.sold}</Chip>}
          <Chip>{item.category}</Chip>
          {item.size !== null && <Chip>{texts.size(item.size)}</Chip>}
          {item.color !== null && <Chip>{texts.color(item.color)}</Chip>}
        </p>
        <Price price={item.price} none={texts.priceOnRequest} />
        {whatsapp === null ? (
          <p className="quiet">{texts.noEnquiries}</p>
        ) : (
          <p className="actions">
            <a className="button" href={enquiryUrl(whatsapp, item, enquiry)} target="_blank" rel="noopener noreferrer">
              {item.sold ? texts.enquireOneLikeIt : texts.enquire}
            </a>
          </p>
        )}
        {item.description !== null && <p className="description">{item.description}</p>}
      </div>
    </article>
  )
}
