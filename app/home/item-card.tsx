import type { Item } from '../../src/domain/item.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { Chip } from '../ui/chip.tsx'
import { ItemPicture } from '../ui/item-picture.tsx'
import type { PictureFit } from '../ui/item-picture.tsx'
import { Price } from '../ui/price.tsx'
import { useServerMessages } from '../use-messages.ts'

/**
 * As the grid of `styles/catalogue.css` lays the cards out, to within a twentieth. A screen of three pixels to a point
 * gets two: nobody sees the third in so small a picture, and it is more than half of the bytes.
 */
const fit: PictureFit = {
  sizes: '(min-width: 75rem) 16.2rem, (min-width: 48rem) 29vw, (min-resolution: 2.5dppx) 30vw, 44.5vw',
  widths: [360, 540, 720],
  fallback: 540,
}

/** One piece in the catalogue. `data-id` is what the live list knows a card by. */
export function ItemCard({ item, isFirst }: { item: Item; isFirst: boolean }) {
  const { home, item: words } = useServerMessages()
  const href = itemPath(item.id)
  return (
    <li data-id={item.id}>
      <article className="card">
        <a className="card-picture" href={href} tabIndex={-1} aria-hidden="true">
          <ItemPicture picture={item.photos[0] ?? item.imageUrl} alt="" fit={fit} isFirst={isFirst} />
        </a>
        <div className="card-words">
          <h3>
            <a href={href}>{item.title}</a>
          </h3>
          {item.tagline !== '' && <p className="tagline">{item.tagline}</p>}
          <Price price={item.price} none={home.noPrice} />
          {item.sold && <Chip isStrong>{words.sold}</Chip>}
          <Chip>{item.category}</Chip>
        </div>
      </article>
    </li>
  )
}
