import { categoryPath } from '../../src/domain/catalogue/category.ts'
import { piecesPath } from '../../src/domain/page-paths.ts'
import { focusClass } from '../ui/focus-class.ts'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { cutClass, Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import type { Browse } from './load-browse.ts'

const imageSizes: ImageSizes = { sizes: '9rem', widths: [180, 360], fallback: 360, hasPlaceholder: false }

/** A row to swipe: the largest categories, each with the cover of its newest piece. The live list keeps it up to date. */
export function CategoryRow({ browse }: { browse: Browse | undefined }) {
  const { pieces } = useServerMessages()
  const local = useLocalPath()
  const labelOf = useCategoryLabel()
  const { categories = [], hasOthers = false } = browse ?? {}
  return (
    <section className="category-row" aria-label={pieces.categories} data-part="categories">
      {categories.length > 0 && (
        <ul>
          {categories.map(({ name, newest }) => (
            <li key={name} className={focusClass(newest.focus).trim() || undefined}>
              <a href={local(categoryPath(name))}>
                <ItemImage image={newest.photos[0] ?? newest.imageUrl} sizes={imageSizes} />
                <Written as="span" className={cutClass(labelOf(name))} text={labelOf(name)} />
              </a>
            </li>
          ))}
          {hasOthers && (
            <li>
              <a href={local(piecesPath)}>{pieces.all}</a>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
