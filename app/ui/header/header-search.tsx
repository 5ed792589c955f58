import { maxSearch } from '../../../src/domain/catalogue/catalogue-query.ts'
import { piecesPath } from '../../../src/domain/page-paths.ts'
import { useLocalPath, useServerMessages } from '../../use-messages.ts'

/** A search of the whole catalogue behind an icon. It opens below the header, which stays as high as it is. */
export function HeaderSearch() {
  const { pieces } = useServerMessages()
  return (
    <search>
      <details className="header-search">
        <summary>
          <span className="visually-hidden">{pieces.search}</span>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M10.5 4a6 6 0 1 0 0 13 6 6 0 1 0 0-13m4.5 11 5 5" />
          </svg>
        </summary>
        <SearchForm />
      </details>
    </search>
  )
}

export function SearchForm() {
  const { pieces } = useServerMessages()
  const local = useLocalPath()
  return (
    <form action={local(piecesPath)}>
      <input
        className="button button-quiet"
        type="search"
        name="q"
        maxLength={maxSearch.characters}
        aria-label={pieces.searchAll}
        placeholder={pieces.searchAll}
      />
      <button className="button">{pieces.search}</button>
    </form>
  )
}
