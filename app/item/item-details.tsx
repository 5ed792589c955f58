import { enquiryUrl } from '../../src/domain/enquiry.ts'
import type { Item } from '../../src/domain/item.ts'
import { Chip } from '../ui/chip.tsx'
import { Price } from '../ui/price.tsx'
import { useServerMessages } from '../use-messages.ts'
import { PhotoGallery } from './photo-gallery.tsx'

export function ItemDetails({ item, whatsapp }: { item: Item; whatsapp: string }) {
  const { enquiry, item: words } = useServerMessages()
  return (
    <article className="item">
      <PhotoGallery item={item} />
      <div className="item-words">
        <h2>{item.title}</h2>
        {item.tagline !== '' && <p className="tagline">{item.tagline}</p>}
        <p className="chips">
          {item.sold && <Chip isStrong>{words.sold}</Chip>}
          <Chip>{item.category}</Chip>
          {item.size !== null && <Chip>{words.size(item.size)}</Chip>}
          {item.color !== null && <Chip>{words.color(item.color)}</Chip>}
        </p>
        <Price price={item.price} none={words.priceOnRequest} />
        <p className="actions">
          <a className="button" href={enquiryUrl(whatsapp, item, enquiry)} target="_blank" rel="noopener noreferrer">
            {item.sold ? words.enquireOneLikeIt : words.enquire}
          </a>
        </p>
        {item.description !== null && <p className="description">{item.description}</p>}
      </div>
    </article>
  )
}
