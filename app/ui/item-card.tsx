import type { Item } from '../../src/domain/item.ts'
import { home, item as words } from '../../src/domain/messages.ts'
import { Chip } from './chip.tsx'
import { ItemPicture } from './item-picture.tsx'
import { Price } from './price.tsx'

/** As the grid of `styles/catalogue.css` lays the cards out. */
const sizes = '(min-width: 75rem) 17rem, (min-width: 48rem) 30vw, 46vw'

/** One piece in the catalogue. `data-id` is what the live list knows a card by. */
export function ItemCard({ item, isFirst }: { item: Item; isFirst: boolean }) {
  const href = `/item/${item.id}`
  return (
    <li data-id={item.id}>
      <article className="card">
        <a className="card-picture" href={href} tabIndex={-1} aria-hidden="true">
          <ItemPicture url={item.imageUrl} alt="" sizes={sizes} isFirst={isFirst} />
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
