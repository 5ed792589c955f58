import { categoryKey } from '../../domain/catalogue/category.ts'
import { splitFacet, type FacetName } from '../../domain/catalogue/facets.ts'
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

/** How many texts are kept in mind with their facets. */
const maxKnown = 20_000

/** Numbers facets that are new. Numbers stay, as items that visitors do not see have their terms, too. */
export class FacetNumbers {
  readonly #statements: Statements
  /** The facets of texts, by their kind. Items that are added together often have the same. */
  readonly #known = new Map<string, readonly NamedFacet[]>()

  constructor(statements: Statements) {
    this.#statements = statements
  }

  facetsOf(item: StoredItem): ItemFacets {
    const cents = priceCents(item)
    const { size, color } = facetKinds
    const [category] = this.#named(facetKinds.category, item.category)
    const [price] = this.#named(facetKinds.price, String(cents ?? ''))
    if (category === undefined || price === undefined) throw new Error('A category and a price have one facet each.')
    return {
      isVisible: isVisible(item),
      states: statesOf(item).map((state) => stateFacets[state]),
      category,
      values: [...this.#named(size, item.size ?? ''), ...this.#named(color, item.color ?? '')],
      price: { cents, facet: price.facet },
    }
  }

  /** Numbers that were given may not be written: their transaction was rolled back. */
  forget(): void {
    this.#known.clear()
  }

  #named(kind: FacetKind, text: string): readonly NamedFacet[] {
    const known = this.#known.get(`${kind} ${text}`)
    if (known !== undefined) return known
    const named = namesOf(kind, text).map(({ key, name }) => ({ kind, key, name, facet: this.#numberOf(kind, key) }))
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(`${kind} ${text}`, named)
    return named
  }

  #numberOf(kind: FacetKind, key: string): number {
    const found = findFacet(this.#statements, kind, key)
    if (found !== undefined) return found
    const sql = 'INSERT INTO facet (kind, key) VALUES (?, ?) RETURNING facet'
    return Number(this.#statements.first<[bigint]>(sql, kind, key)?.[0])
  }
}

function namesOf(kind: FacetKind, text: string): readonly FacetName[] {
  if (kind === facetKinds.price) return [{ key: text, name: '' }]
  return kind === facetKinds.category ? [{ key: categoryKey(text), name: text }] : splitFacet(text)
}

/** The numbers whose terms the item has. */
export function facetNumbers({ states, category, values, price }: ItemFacets): number[] {
  return [...states, category.facet, ...values.map(({ facet }) => facet), price.facet]
}

/** How an item spells one of its facets; `undefined` if it does not have it. */
export function spellingOf(item: StoredItem, kind: FacetKind, key: string): string | undefined {
  const { category, size, color } = facetKinds
  const text = { [category]: item.category, [size]: item.size, [color]: item.color }[kind as 1 | 2 | 3]
  return namesOf(kind, text ?? '').find((facet) => facet.key === key)?.name
}

export function priceCents({ price }: StoredItem): number | null {
  return price === null ? null : Math.round(price * 100)
}
