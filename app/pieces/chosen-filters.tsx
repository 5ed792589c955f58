import { cataloguePath, wholeCatalogue, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { formatLocalPrice } from '../../src/domain/local-formats.ts'
import { fill } from '../../src/domain/template.ts'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** The words and filters in use: each is a link to the list without it. */
export function ChosenFilters({ query }: { query: CatalogueQuery }) {
  const { pieces, site } = useServerMessages()
  const local = useLocalPath()
  const { words, size, color, isAvailable, min, max, category } = query
  const chosen: readonly (readonly [string, Partial<CatalogueQuery>])[] = [
    [words === '' ? '' : fill(pieces.words, { words }), { words: '' }],
    [size === null ? '' : fill(pieces.ofSize, { size }), { size: null }],
    [color === null ? '' : fill(pieces.ofColor, { color }), { color: null }],
    [isAvailable ? pieces.isAvailable : '', { isAvailable: false }],
    [min === null ? '' : fill(pieces.fromPrice, { price: formatLocalPrice(min, site.language) }), { min: null }],
    [max === null ? '' : fill(pieces.toPrice, { price: formatLocalPrice(max, site.language) }), { max: null }],
  ]
  const used = chosen.filter(([label]) => label !== '')
  if (used.length === 0) return null
  return (
    <ul className="chosen" aria-label={pieces.chosen}>
      {used.map(([label, without]) => (
        <li key={label}>
          <a href={local(cataloguePath({ ...query, ...without, cursor: null }))}>
            <span className="visually-hidden">{pieces.remove} </span>
            <Written as="span" text={label} /> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a className="clear-all" href={local(cataloguePath({ ...wholeCatalogue, category }))}>
          {pieces.clearAll}
        </a>
      </li>
    </ul>
  )
}
