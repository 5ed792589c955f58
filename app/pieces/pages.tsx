import type { CataloguePage } from '../../src/catalogue/search/search-results.ts'
import { cataloguePath, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** Links to the pages before and after this one; none for a list of one page. */
export function Pages({ query, page: { previous, next } }: { query: CatalogueQuery; page: CataloguePage }) {
  const { pieces } = useServerMessages()
  const local = useLocalPath()
  if (!previous && !next && !query.cursor) return null
  const [before, after] = query.sort === 'newest' ? [pieces.newer, pieces.older] : [pieces.previous, pieces.next]
  return (
    <nav className="pages" aria-label={pieces.pages}>
      {query.cursor && (
        <a className="plain-link" href={local(cataloguePath({ ...query, cursor: null }))}>
          {pieces.first}
        </a>
      )}
      {previous && (
        <a className="button button-quiet" rel="prev" href={local(cataloguePath({ ...query, cursor: previous }))}>
          {before}
        </a>
      )}
      {next && (
        <a className="button button-quiet" rel="next" href={local(cataloguePath({ ...query, cursor: next }))}>
          {after}
        </a>
      )}
    </nav>
  )
}
