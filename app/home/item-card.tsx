import { markMatches } from '../../src/domain/catalogue/search-terms.ts'
import type { Item } from '../../src/domain/item.ts'
import { formatLocalPrice } from '../../src/domain/local-formats.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { AddButton } from '../enquiry/add-button.tsx'
import { Chip, TakenChip } from '../ui/chip.tsx'
import { focusClass } from '../ui/focus-class.ts'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { cutClass, Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/**
 * The sizes of the grid in `home.css`, within 5%. Screens with a pixel ratio of 3 get the image for 2: nobody sees the
 * difference, and it halves the bytes.
 */
const phone = '(min-resolution: 2.5dppx) 30vw, 44.5vw'

export const imageSizes: ImageSizes & { readonly phone: string } = {
  phone,
  sizes: `(min-width: 75rem) 16.2rem, (min-width: 48rem) 29vw, ${phone}`,
  widths: [360, 540, 720],
  fallback: 540,
  hasPlaceholder: false, // Cards are reached after their photos have loaded, and placeholders are bytes that do not compress.
}

interface ItemCardProps {
  readonly item: Item
  readonly isFirst: boolean
  readonly sizes?: ImageSizes
  /** The words to mark. */
  readonly words?: string
}

/** One item in the catalogue. The live list knows it by its link. */
export function ItemCard({ item, isFirst, sizes = imageSizes, words = '' }: ItemCardProps) {
  const href = useLocalPath()(itemPath(item.id))
  const labelOf = useCategoryLabel()
  return (
    <li>
      <article className={item.sold ? 'card card-sold' : 'card'}>
        <a className={`card-frame${focusClass(item.focus)}`} href={href} tabIndex={-1} aria-hidden="true">
          <ItemImage image={item.photos[0] ?? item.imageUrl} sizes={sizes} isPriority={isFirst} />
        </a>
        <AddButton />
        <h3>
          <Written as="a" className={cutClass(item.title)} href={href} text={item.title}>
            <Marked text={item.title} words={words} />
          </Written>
        </h3>
        {item.tagline !== '' && (
          <Written as="p" className="tagline" text={item.tagline}>
            <Marked text={item.tagline} words={words} />
          </Written>
        )}
        <CardPrice price={item.price} />
        <TakenChip item={item} />
        <Chip>{labelOf(item.category)}</Chip>
      </article>
    </li>
  )
}

/** A text with the words in it that were searched for marked. */
function Marked({ text, words }: { text: string; words: string }) {
  if (words === '') return text
  let end = 0
  return markMatches(text, words).map((part) => {
    end += part.text.length
    return part.isMatch ? <mark key={end}>{part.text}</mark> : part.text
  })
}

/** A dash says little to those who hear it. */
function CardPrice({ price }: { price: number | null }) {
  const { home, item, site } = useServerMessages()
  if (price !== null) return <p className="price">{formatLocalPrice(price, site.language)}</p>
  return (
    <p className="price">
      <span aria-hidden="true">{home.noPrice}</span>
      <span className="visually-hidden">{item.priceOnRequest}</span>
    </p>
  )
}
