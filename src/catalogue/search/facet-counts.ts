import type { FacetName } from '../../domain/catalogue/facets.ts'
import type { ItemRows, ListedAt } from './item-rows.ts'
import { stateBits } from './item-states.ts'
import type { Category, Facets, FacetValue } from './search-results.ts'

/** What the items that visitors see are counted by. */
export type FacetKind = keyof ItemRows['facets']

/** The items of one facet. */
interface Count {
  count: number
  /** As the newest item spells it; `undefined`: that item no longer has it, so both have to be looked for. */
  name: string | undefined
  newest: ListedAt
  /** In milliseconds since 1970. */
  changedAt: number
}

type Counts = Record<FacetKind, Map<string, Count>>

/** The facets of an item that visitors see. */
export interface CountedItem {
  readonly listedAt: ListedAt
  readonly names: Readonly<Record<FacetKind, readonly FacetName[]>>
}

/** More than a page lists: each item may have a size of its own. */
const maxValues = 500

/** In place of a category: the whole catalogue. */
const everywhere = null

/** Counts the items that visitors see by category, size and colour; the last two within each category, too. */
export class FacetCounts {
  readonly #rows: ItemRows
  readonly #within = new Map<string | null, Counts>()

  constructor(rows: ItemRows) {
    this.#rows = rows
  }

  /** Replaces what an item counted as. `undefined`: visitors do not see it. */
  change(before: CountedItem | undefined, after: CountedItem | undefined, changedAt: number): void {
    if (before !== undefined) this.#forEach(before, (...facet) => this.#remove(...facet, before.listedAt, changedAt))
    if (after !== undefined) this.#forEach(after, (...facet) => this.#add(...facet, after.listedAt, changedAt))
  }

  /** How many items have a facet within a category; `null`: in the whole catalogue. */
  count(category: string | null, kind: FacetKind, key: string): number {
    return this.#within.get(category)?.[kind].get(key)?.count ?? 0
  }

  categories(): Category[] {
    const found = [...(this.#within.get(everywhere)?.category ?? [])]
    const categories = found.map(([key, counted]) => ({
      key,
      name: this.#nameOf(counted, null, 'category', key),
      count: counted.count,
      newestId: this.#rows.idAt(counted.newest), // After the name, with which it is looked for.
      changedAt: new Date(counted.changedAt),
    }))
    return categories.toSorted(byCountAndName)
  }

  categoryName(key: string): string | undefined {
    const counted = this.#within.get(everywhere)?.category.get(key)
    return counted && this.#nameOf(counted, null, 'category', key)
  }

  facets(category: string | null): Facets {
    return { sizes: this.#values(category, 'size'), colors: this.#values(category, 'color') }
  }

  #values(category: string | null, kind: 'size' | 'color'): FacetValue[] {
    const found = [...(this.#within.get(category)?.[kind] ?? [])]
    // Names are looked for only for those that are shown.
    const commonest = found.length > maxValues ? found.toSorted(([, a], [, b]) => b.count - a.count) : found
    return commonest
      .slice(0, maxValues)
      .map(([key, counted]) => ({ name: this.#nameOf(counted, category, kind, key), count: counted.count }))
      .toSorted(byCountAndName)
  }

  #forEach({ names }: CountedItem, work: (counts: Map<string, Count>, facet: FacetName) => void): void {
    const own = names.category[0]?.key ?? ''
    for (const facet of names.category) work(this.#countsOf(everywhere).category, facet)
    for (const kind of ['size', 'color'] as const) {
      for (const facet of names[kind]) {
        work(this.#countsOf(everywhere)[kind], facet)
        work(this.#countsOf(own)[kind], facet)
      }
    }
  }

  #countsOf(category: string | null): Counts {
    return this.#within.getOrInsertComputed(category, () => ({
      category: new Map(),
      size: new Map(),
      color: new Map(),
    }))
  }

  #add(counts: Map<string, Count>, { key, name }: FacetName, listedAt: ListedAt, changedAt: number): void {
    const counted = counts.get(key)
    if (counted === undefined) {
      counts.set(key, { count: 1, name, newest: listedAt, changedAt })
      return
    }
    counted.count += 1
    counted.changedAt = Math.max(counted.changedAt, changedAt)
    if (listedAt < counted.newest) return
    counted.newest = listedAt
    counted.name = name
  }

  #remove(counts: Map<string, Count>, { key }: FacetName, listedAt: ListedAt, changedAt: number): void {
    const counted = counts.get(key)
    if (counted === undefined) return
    counted.count -= 1
    counted.changedAt = Math.max(counted.changedAt, changedAt)
    if (counted.count === 0) counts.delete(key)
    else if (listedAt === counted.newest) counted.name = undefined
  }

  #nameOf(counted: Count, category: string | null, kind: FacetKind, key: string): string {
    counted.name ??= this.#findNewestName(counted, category, kind, key)
    return counted.name
  }

  #findNewestName(counted: Count, category: string | null, kind: FacetKind, key: string): string {
    const { order, states, listedAt, facets } = this.#rows
    const isInCategory = category === null ? () => true : facets.category.matcher(category)
    const hasFacet = facets[kind].matcher(key)
    for (let at = order.length - 1; at >= 0; at -= 1) {
      const row = order[at] ?? 0
      if (((states[row] ?? 0) & stateBits.visible) === 0 || !isInCategory(row) || !hasFacet(row)) continue
      counted.newest = listedAt[row] ?? 0
      return facets[kind].namesAt(row).find((facet) => facet.key === key)?.name ?? key
    }
    return key
  }
}

function byCountAndName(a: FacetValue, b: FacetValue): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1)
}
