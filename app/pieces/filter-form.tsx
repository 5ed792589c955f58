import type { Facets, FacetValue } from '../../src/catalogue/search/search-results.ts'
import {
  cataloguePath,
  sortOrders,
  wholeCatalogue,
  type CatalogueQuery,
  type SortOrder,
} from '../../src/domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../src/domain/catalogue/category.ts'
import { fill, formatNumber } from '../../src/domain/template.ts'
import { useForeignLanguage, useLocalPath, useServerMessages } from '../use-messages.ts'

/**
 * Narrows and orders the list: `GET`, and empty fields count as absent. The form of `details` becomes a sheet on phones
 * (`filter-sheet.ts`).
 */
export function FilterForm({ query, facets: { sizes, colors } }: { query: CatalogueQuery; facets: Facets }) {
  const { pieces } = useServerMessages()
  const local = useLocalPath()
  const { category, words, isAvailable, min, max } = query
  return (
    <details className="filter-form">
      <summary className="button button-quiet">{pieces.filters}</summary>
      <form
        className="filter-fields"
        action={local(cataloguePath({ ...wholeCatalogue, category }))}
        aria-label={pieces.filters}
        autoComplete="off"
      >
        <p className="sheet-title" aria-hidden="true">
          {pieces.filters}
        </p>
        {words !== '' && <input type="hidden" name="q" value={words} />}
        <SortChoice query={query} />
        <FacetChoice name="size" label={pieces.size} none={pieces.anySize} values={sizes} chosen={query.size} />
        <FacetChoice name="color" label={pieces.color} none={pieces.anyColor} values={colors} chosen={query.color} />
        <fieldset>
          <legend>{pieces.price}</legend>
          <PriceField name="min" label={pieces.from} value={min} />
          <PriceField name="max" label={pieces.to} value={max} />
        </fieldset>
        <label className="check">
          <input type="checkbox" name="available" value="1" defaultChecked={isAvailable} />
          {pieces.isAvailable}
        </label>
        <button className="button">{pieces.apply}</button>
        <button type="button" className="sheet-close">
          {pieces.closeFilters}
        </button>
      </form>
    </details>
  )
}

function SortChoice({ query: { words, sort } }: { query: CatalogueQuery }) {
  const { pieces } = useServerMessages()
  return (
    <label>
      {pieces.sortBy}
      <select name="sort" defaultValue={valueOf(sort)}>
        {sortOrders
          .filter((order) => order !== 'best' || words !== '')
          .map((order) => (
            <option key={order} value={valueOf(order)}>
              {pieces.sort[order]}
            </option>
          ))}
      </select>
    </label>
  )
}

/** Empty for the order that needs no parameter. */
function valueOf(order: SortOrder): string {
  return order === wholeCatalogue.sort ? '' : order
}

interface FacetChoiceProps {
  readonly name: string
  readonly label: string
  /** The choice of none. */
  readonly none: string
  readonly values: readonly FacetValue[]
  readonly chosen: string | null
}

function FacetChoice({ name, label, none, values, chosen }: FacetChoiceProps) {
  const { pieces } = useServerMessages()
  const foreign = useForeignLanguage()
  const { options, selected } = facetOptions(values, chosen)
  if (options.length === 0) return null
  return (
    <label>
      {label}
      <select name={name} defaultValue={selected}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.name} value={option.name} lang={foreign(option.name)}>
            {option.count === null
              ? option.name
              : fill(pieces.option, { name: option.name, count: formatNumber(option.count) })}
          </option>
        ))}
      </select>
    </label>
  )
}

/** As many as one looks through. */
const maxOptions = 100

/** From small to large. */
const letterSizes = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', '2xl', 'xxxl', '3xl']

const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * The choices of a filter in the order in which one looks for them, and the chosen one; empty for none. A chosen one that is
 * none of the commonest has no count.
 */
function facetOptions(values: readonly FacetValue[], chosen: string | null) {
  const key = chosen === null ? undefined : categoryKey(chosen)
  const found = values.find(({ name }) => categoryKey(name) === key)
  const missing = chosen !== null && !found ? [{ name: chosen, count: null }] : []
  const most = values.filter((value, index) => index < maxOptions || value === found)
  const options = [...missing, ...most].toSorted((a, b) => rank(a) - rank(b) || compare(a.name, b.name))
  return { options, selected: found?.name ?? chosen ?? '' }
}

function rank({ name }: Pick<FacetValue, 'name'>): number {
  const index = letterSizes.indexOf(name.toLowerCase())
  return index === -1 ? letterSizes.length : index
}

function PriceField({ name, label, value }: { name: string; label: string; value: number | null }) {
  const { pieces } = useServerMessages()
  return (
    <label>
      {label}
      <input
        name={name}
        inputMode="numeric"
        pattern="[0-9]{1,10}"
        title={pieces.wholeRupees}
        defaultValue={value ?? undefined}
      />
    </label>
  )
}
