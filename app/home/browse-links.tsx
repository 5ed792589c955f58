import { categoryPath } from '../../src/domain/catalogue/category.ts'
import { piecesPath } from '../../src/domain/page-paths.ts'
import { Chip } from '../ui/chip.tsx'
import { useServerMessages } from '../use-messages.ts'
import type { Browse } from './load-browse.ts'

/** Links from the newest items to all others, which the live list keeps up to date. */
export function BrowseLinks({ browse: { total, categories } }: { browse: Browse }) {
  const { pieces } = useServerMessages()
  return (
    <section className="browse" aria-label={pieces.categories}>
      <ul className="chips">
        {categories.map((name) => (
          <li key={name}>
            <Chip href={categoryPath(name)}>{name}</Chip>
          </li>
        ))}
      </ul>
      <a className="button button-quiet" href={piecesPath}>
        {total === null ? pieces.all : pieces.allCount(total)}
      </a>
    </section>
  )
}
