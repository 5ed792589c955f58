import type { Item } from '../../src/domain/item.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { TakenChip } from '../ui/chip.tsx'
import { focusClass } from '../ui/focus-class.ts'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { Price } from '../ui/price.tsx'
import { cutClass, Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** The sizes of the grid in `more-pieces.css`. */
const imageSizes: ImageSizes = {
  sizes: '(min-width: 75rem) 17rem, (min-width: 37.5rem) 22vw, (min-resolution: 2.5dppx) 30vw, 44.5vw',
  widths: [360, 540],
  fallback: 540,
  hasPlaceholder: false,
}

/** Compact cards of other items, after a page's own content. */
export function MorePieces({ items }: { items: readonly Item[] }) {
  const { item: texts } = useServerMessages()
  const local = useLocalPath()
  return (
    <aside className="more" aria-labelledby="more-title" data-part="more" hidden={items.length === 0}>
      <h2 id="more-title">{texts.more}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <a href={local(itemPath(item.id))}>
              <span className={`card-frame${focusClass(item.focus)}`}>
                <ItemImage image={item.photos[0] ?? item.imageUrl} sizes={imageSizes} />
              </span>
              <Written as="span" className={cutClass(item.title)} text={item.title} />
            </a>
            <TakenChip item={item} />
            {!item.sold && item.price !== null && <Price price={item.price} none={texts.priceOnRequest} />}
          </li>
        ))}
      </ul>
    </aside>
  )
}
