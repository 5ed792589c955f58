import type { Item } from '../../src/domain/item.ts'
import { ItemCard, imageSizes as homeSizes } from '../home/item-card.tsx'
import type { ImageSizes } from '../ui/item-image.tsx'

/** The sizes of the grid in `pieces.css`, within 5%. */
const imageSizes: ImageSizes = {
  ...homeSizes,
  sizes: `(min-width: 75rem) 16.6rem, (min-width: 60rem) 21vw, (min-width: 48rem) 29vw, ${homeSizes.phone}`,
}

/** On the first screen of a phone. */
const cardsWithPlaceholder = 2

interface CardGridProps {
  readonly items: readonly Item[]
  /** The words to mark. */
  readonly words?: string
  /** Whether they are the pieces that were looked for. */
  readonly isListed?: boolean
}

export function CardGrid({ items, words = '', isListed = true }: CardGridProps) {
  return (
    <ul className="grid">
      {items.map((item, index) => (
        <ItemCard
          key={item.id}
          {...{ item, words }}
          sizes={{ ...imageSizes, hasPlaceholder: index < cardsWithPlaceholder }}
          isFirst={index === 0 && isListed}
        />
      ))}
    </ul>
  )
}
