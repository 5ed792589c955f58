import type { StoredItem } from '../../domain/item-state.ts'
import { facetKinds, facetTerm, stateFacets, type FacetKind } from './index-terms.ts'
import { spellingOf, type ItemFacets, type NamedFacet } from './item-facets.ts'
import { placeOf, priceCode, type Position } from './position.ts'
import type { Statements } from './statements.ts'

/** In place of a category's facet: the whole catalogue. */
export const wholeCatalogueFacet = 0

interface PendingCount extends Omit<NamedFacet, 'name'> {
  readonly category: number
  delta: number
  /** The newest item that was added with it, and its spelling. */
  newest: bigint
  name: string
  /** Places that were counted and no longer are. */
  readonly left: Set<bigint>
  changedAt: number
}

interface PendingPrice {
  readonly cents: number | null
  readonly facet: number
  delta: number
}

/** Reads the item with this id, if there is one. */
export type FindItem = (id: string) => StoredItem | undefined

/**
 * Collects what changes the counts of a transaction, and writes each count once: items that are added together often have
 * the same facets.
 */
export class FacetCountChanges {
  readonly #statements: Statements
  readonly #findItem: FindItem
  readonly #counts = new Map<string, PendingCount>()
  readonly #prices = new Map<number | null, PendingPrice>()

  constructor(statements: Statements, findItem: FindItem) {
    this.#statements = statements
    this.#findItem = findItem
  }

  /** @param delta 1 for an item that is now as it is here, -1 for one that no longer is. */
  count(facets: ItemFacets, position: Position, delta: 1 | -1, changedAt: number): void {
    const add = (category: number, facet: NamedFacet) => this.#add(category, facet, placeOf(position), delta, changedAt)
    for (const facet of facets.states) add(wholeCatalogueFacet, { kind: facetKinds.state, facet, key: '', name: '' })
    if (!facets.isVisible) return
    add(wholeCatalogueFacet, facets.category)
    for (const value of facets.values) {
      add(wholeCatalogueFacet, value)
      add(facets.category.facet, value)
    }
    this.#addPrice(facets.price, delta)
  }

  /** Writes the counts, once the items and their terms are written. */
  write(): void {
    for (const pending of this.#counts.values()) this.#write(pending)
    for (const { cents, facet, delta } of this.#prices.values()) {
      if (delta === 0) continue
      const sql = `INSERT INTO price_count (code, price_cents, facet, count) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = count + excluded.count`
      this.#statements.run(sql, priceCode(cents), cents ?? -1, facet, delta)
    }
  }

  #add(category: number, facet: NamedFacet, place: bigint, delta: 1 | -1, changedAt: number): void {
    const id = `${category} ${facet.kind} ${facet.facet}`
    let pending = this.#counts.get(id)
    if (pending === undefined) {
      pending = { ...facet, category, delta: 0, newest: unknownPlace, left: new Set(), changedAt }
      this.#counts.set(id, pending)
    }
    pending.delta += delta
    pending.changedAt = Math.max(pending.changedAt, changedAt)
    if (facet.kind === facetKinds.state) return
    if (delta === -1) {
      pending.left.add(place)
    } else if (place >= pending.newest) {
      pending.newest = place
      pending.name = facet.name
    }
  }

  #addPrice({ cents, facet }: ItemFacets['price'], delta: number): void {
    const pending = this.#prices.get(cents) ?? { cents, facet, delta: 0 }
    pending.delta += delta
    this.#prices.set(cents, pending)
  }

  #write({ category, kind, facet, key, delta, newest, name, left, changedAt }: PendingCount): void {
    if (left.size === 0) {
      this.#statements.run(addToCount, category, kind, facet, delta, newest, name, changedAt)
      return
    }
    const found = this.#statements.first<[bigint, bigint, string]>(readCount, category, kind, facet)
    const count = Number(found?.[0] ?? 0) + delta
    if (count <= 0) {
      this.#statements.run(deleteCount, category, kind, facet)
      return
    }
    let spelled = found === undefined || newest >= found[1] ? { newest, name } : { newest: found[1], name: found[2] }
    if (left.has(spelled.newest) && spelled.newest !== newest) spelled = this.#findNewest(category, kind, facet, key)
    this.#statements.run(replaceCount, category, kind, facet, count, spelled.newest, spelled.name, changedAt)
  }

  /** The newest item that visitors see with a facet, and how it spells it. */
  #findNewest(category: number, kind: FacetKind, facet: number, key: string): { newest: bigint; name: string } {
    const facets = [stateFacets.visible, facet, ...(category === wholeCatalogueFacet ? [] : [category])]
    const match = facets.map((each) => `"${facetTerm(each)}"`).join(' AND ')
    const position = this.#statements.first<[bigint]>(newestWithTerms, match)?.[0]
    const id = position && this.#statements.first<[string]>(readId, position)?.[0]
    const item = id && this.#findItem(id)
    if (!position || !item) return { newest: unknownPlace, name: key }
    return { newest: placeOf(position), name: spellingOf(item, kind, key) ?? key }
  }
}

/** Lower than any place. */
const unknownPlace = -(2n ** 63n)

const newestWithTerms = 'SELECT rowid FROM item_terms WHERE item_terms MATCH ? ORDER BY rowid DESC LIMIT 1'
const readId = 'SELECT id FROM indexed_item WHERE position = ?'
const readCount = 'SELECT count, newest, name FROM facet_count WHERE category = ? AND kind = ? AND facet = ?'
const deleteCount = 'DELETE FROM facet_count WHERE category = ? AND kind = ? AND facet = ?'
const insertCount = `INSERT INTO facet_count (category, kind, facet, count, newest, name, changed_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`
const addToCount = `${insertCount} ON CONFLICT DO UPDATE SET
  count = count + excluded.count,
  name = iif(excluded.newest >= newest, excluded.name, name),
  newest = max(newest, excluded.newest),
  changed_at = excluded.changed_at`
const replaceCount = `${insertCount} ON CONFLICT DO UPDATE SET
  count = excluded.count, name = excluded.name, newest = excluded.newest, changed_at = excluded.changed_at`
