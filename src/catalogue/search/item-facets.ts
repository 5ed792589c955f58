import { categoryKey } from '../../domain/catalogue/category.ts'
import { splitFacet } from '../../domain/catalogue/facets.ts'
import { isVisible, type StoredItem } from '../../domain/item-state.ts'
import { facetKinds, stateFacets, statesOf, type FacetKind } from './index-terms.ts'
import type { Statements } from './statements.ts'

/** A facet of an item, as the item spells it. */
export interface NamedFacet {
  readonly kind: FacetKind
  readonly facet: number
  readonly key: string
  readonly name: string
}

/** The facets of an item: their terms find it, and they are counted. */
export interface ItemFacets {
  readonly isVisible: boolean
  readonly states: readonly number[]
  readonly category: NamedFacet
  /** Sizes and colours. */
  readonly values: readonly NamedFacet[]
  readonly price: { readonly cents: number | null; readonly facet: number }
}

/** The number of a facet; `undefined` if no item ever had it. */
export function findFacet(statements: Statements, kind: FacetKind, key: string): number | undefined {
  const row = statements.first<[bigint]>('SELECT facet FROM facet WHERE kind = ? AND key = ?', kind, key)
  return row && Number(row[0])
}

/** Numbers facets that are new. Numbers stay, as items that visitors do not see have their terms, too. */
function numberOf(statements: Statements, kind: FacetKind, key: string): number {
  const found = findFacet(statements, kind, key)
  if (found !== undefined) return found
  const sql = 'INSERT INTO facet (kind, key) VALUES (?, ?) RETURNING facet'
  return Number(statements.first<[bigint]>(sql, kind, key)?.[0])
}

export function facetsOf(statements: Statements, item: StoredItem): ItemFacets {
  const named = (kind: FacetKind, key: string, name: string): NamedFacet => {
    return { kind, key, name, facet: numberOf(statements, kind, key) }
  }
  const split = (kind: FacetKind, text: string | null) =>
    splitFacet(text).map(({ key, name }) => named(kind, key, name))
  const cents = priceCents(item)
  return {
    isVisible: isVisible(item),
    states: statesOf(item).map((state) => stateFacets[state]),
    category: named(facetKinds.category, categoryKey(item.category), item.category),
    values: [...split(facetKinds.size, item.size), ...split(facetKinds.color, item.color)],
    price: { cents, facet: numberOf(statements, facetKinds.price, String(cents ?? '')) },
  }
}

/** The numbers whose terms the item has. */
export function facetNumbers({ states, category, values, price }: ItemFacets): number[] {
  return [...states, category.facet, ...values.map(({ facet }) => facet), price.facet]
}

/** How an item spells one of its facets; `undefined` if it does not have it. */
export function spellingOf(item: StoredItem, kind: FacetKind, key: string): string | undefined {
  if (kind === facetKinds.category) return categoryKey(item.category) === key ? item.category : undefined
  return splitFacet(kind === facetKinds.size ? item.size : item.color).find((facet) => facet.key === key)?.name
}

export function priceCents({ price }: StoredItem): number | null {
  return price === null ? null : Math.round(price * 100)
}
