import type { CatalogueQuery, Cursor } from '../../domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../domain/catalogue/category.ts'
import { managedStates, type ManagedQuery } from '../../domain/catalogue/managed-list.ts'
import type { QueryTerm } from '../../domain/catalogue/search-terms.ts'
import type { Day } from '../../domain/day.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { noReservation } from '../../domain/stored-fields.ts'
import { FacetCounts, type CountedItem, type FacetKind } from './facet-counts.ts'
import { ItemRows } from './item-rows.ts'
import { stateBits, type IndexState } from './item-states.ts'
import { haveSameTexts, wordsOf } from './item-words.ts'
import { matchMost, matchTerm, RowArrays, searchedTerms, type TermMatch } from './match-words.ts'
import { Reservations } from './reservations.ts'
import type { CatalogueOverview, CataloguePage, Facets, ManagedPage } from './search-results.ts'
import { selectPage, type ListOrder, type MatchList, type SelectedPage } from './select-page.ts'
import { similarWords } from './similar-words.ts'
import { Vocabulary } from './vocabulary.ts'

/** What happens to an item. */
export interface ItemChange {
  /** As it was; left out if it is new. */
  readonly before?: StoredItem | undefined
  /** As it is; left out if it is deleted. */
  readonly after?: StoredItem | undefined
  readonly changedAt: Date
  /** See `ItemRows.set`. */
  readonly tie?: number | undefined
}

/** The id of each item that changes, once. */
export function idsOf(changes: readonly ItemChange[]): string[] {
  return [...new Set(changes.flatMap(({ before, after }) => (after ?? before)?.id ?? []))]
}

/** A page with ids in place of items: the store has the items. */
export type IdPage<Page extends { readonly items: readonly unknown[] }> = Omit<Page, 'items' | 'revision'> & {
  readonly ids: readonly string[]
}

type Test = (row: number) => boolean

/** Finds items by words, filters and orders, and counts them. In memory; the items themselves are with the store. */
export class CatalogueIndex {
  readonly #rows = new ItemRows()
  readonly #vocabulary = new Vocabulary()
  readonly #counts = new FacetCounts(this.#rows)
  readonly #stateCounts = new Map<number, number>()
  readonly #arrays = new RowArrays()
  readonly #reservations = new Reservations()
  /** Answers that stay the same until the next change. */
  readonly #cache = new Map<string, unknown>()

  /** The number of items. */
  get size(): number {
    return this.#rows.size
  }

  has(id: string): boolean {
    return this.#rows.find(id) !== undefined
  }

  /** Changes of items that it does not have yet are left out: a filling adds these as they are then. */
  apply(changes: readonly ItemChange[]): void {
    if (changes.length > 0) this.#cache.clear()
    for (const change of changes) {
      const { before, after } = change
      const id = (after ?? before)?.id ?? ''
      if (before !== undefined && !this.has(id)) continue
      const isMoved =
        before !== undefined && after !== undefined && before.createdAt.getTime() !== after.createdAt.getTime()
      if (after === undefined || isMoved) this.#delete(id, change)
      if (after !== undefined) this.#set(after, isMoved ? { ...change, before: undefined } : change)
    }
  }

  #set(after: StoredItem, { before, changedAt, tie }: ItemChange): void {
    const known = this.#rows.find(after.id)
    const [statesBefore, countedBefore] = known === undefined ? [0, undefined] : this.#countedAt(known)
    const row = this.#rows.set(after, changedAt, tie)
    const [states, counted] = this.#countedAt(row)
    this.#counts.change(countedBefore, counted, changedAt.getTime())
    this.#countStates(statesBefore, states)
    this.#reservations.set(row, after)
    if (before === undefined) this.#setWords(row, new Map(), wordsOf(after))
    else if (!haveSameTexts(before, after)) this.#setWords(row, wordsOf(before), wordsOf(after))
  }

  #delete(id: string, { before, changedAt }: ItemChange): void {
    const row = this.#rows.find(id)
    if (row === undefined || before === undefined) return
    const [states, counted] = this.#countedAt(row)
    this.#rows.delete(row)
    this.#counts.change(counted, undefined, changedAt.getTime())
    this.#countStates(states, 0)
    this.#reservations.set(row, noReservation)
    this.#setWords(row, wordsOf(before), new Map())
  }

  #setWords(row: number, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
    for (const word of before.keys()) if (!after.has(word)) this.#vocabulary.delete(word, row)
    for (const [word, field] of after) if (before.get(word) !== field) this.#vocabulary.set(word, row, field)
  }

  #countedAt(row: number): [states: number, counted: CountedItem | undefined] {
    const { states, listedAt, facets } = this.#rows
    const bits = states[row] ?? 0
    if ((bits & stateBits.visible) === 0) return [bits, undefined]
    const { category, size, color } = facets
    const names = { category: category.namesAt(row), size: size.namesAt(row), color: color.namesAt(row) }
    return [bits, { listedAt: listedAt[row] ?? 0, names }]
  }

  #countStates(before: number, after: number): void {
    for (const bit of Object.values(stateBits)) {
      const change = Number((after & bit) !== 0) - Number((before & bit) !== 0)
      if (change !== 0) this.#stateCounts.set(bit, this.#countState(bit) + change)
    }
  }

  #countState(bit: number): number {
    return this.#stateCounts.get(bit) ?? 0
  }

  /** Words that nothing matches are replaced by similar ones. Where no item matches all words, those that match most are found. */
  search(query: CatalogueQuery, limit: number): IdPage<CataloguePage> {
    const terms = searchedTerms(query.words)
    if (terms === undefined) return nothing
    const isCandidate = this.#filter(query)
    if (terms.length === 0) {
      const isMatch = isCandidate ?? this.#hasState('visible')
      const total = this.#knownCount(query) ?? this.#count(isMatch)
      const page = selectPage(this.#list(isMatch, this.#orderOf(query)), query.cursor, limit)
      return { ...this.#toIds(page), total, correctedWords: null, partialWords: null }
    }
    this.#arrays.reuse()
    const matches = terms.map((term) => this.#matchOrCorrect(term))
    const found = matchMost(matches, isCandidate, this.#arrays)
    if (found.total === 0) return nothing
    const page = selectPage(this.#list(found.isMatch, this.#orderOf(query, found.rankOf)), query.cursor, limit)
    const isCorrected = matches.some(({ term }, index) => term !== terms[index])
    const matchesFound = ({ ranks }: TermMatch) => ranks.some((rank, row) => rank !== 0 && found.isMatch(row))
    const wordsOfTerms = (of: readonly TermMatch[]) => of.map(({ term }) => term.term)
    return {
      ...this.#toIds(page),
      total: found.total,
      correctedWords: isCorrected ? wordsOfTerms(matches).join(' ') : null,
      partialWords: found.matched === matches.length ? null : wordsOfTerms(matches.filter(matchesFound)),
    }
  }

  overview(): Omit<CatalogueOverview, 'revision'> {
    return this.#cached('overview', () => ({
      total: this.#countState(stateBits.visible),
      categories: this.#counts.categories(),
    }))
  }

  /** A category as the shop spells it; `undefined` if visitors see no item of it. */
  categoryName(category: string): string | undefined {
    return this.#counts.categoryName(categoryKey(category))
  }

  facets(category: string | null): Facets {
    const key = category === null ? null : categoryKey(category)
    return this.#cached(`facets ${key === null ? '' : `of ${key}`}`, () => this.#counts.facets(key))
  }

  listManaged({ words, state, cursor }: ManagedQuery, limit: number): IdPage<ManagedPage> {
    const counts = Object.fromEntries(managedStates.map((each) => [each, this.#countState(stateBits[each])]))
    const terms = searchedTerms(words)
    this.#arrays.reuse()
    const matches =
      terms?.map((term) => this.#reservations.addNotes(this.#match(term, state), this.#hasState(state))) ?? []
    const found = matches.length === 0 ? undefined : matchMost(matches, undefined, this.#arrays)
    // Unlike visitors, owners find only items that match all words.
    const isNothingFound = terms === undefined || (found !== undefined && found.matched < matches.length)
    const isMatch = isNothingFound ? () => false : (found?.isMatch ?? this.#hasState(state))
    const { ids, next } = this.#toIds(selectPage(this.#list(isMatch), cursor, limit))
    const total = isNothingFound ? 0 : (found?.total ?? this.#countState(stateBits[state]))
    return { ids, total, next, counts: counts as ManagedPage['counts'] }
  }

  /** The items of a category in any state, newest first. */
  listCategory(category: string, cursor: Cursor | null, limit: number) {
    const isMatch = this.#rows.facets.category.matcher(categoryKey(category))
    const { ids, next } = this.#toIds(selectPage(this.#list(isMatch), cursor, limit))
    return { ids, next }
  }

  /** Items that visitors see, newest first, with the time of their last change: for a sitemap. */
  listPublic(after: string | null, limit: number) {
    const cursor = after === null ? null : ({ direction: 'after', key: after } as const)
    const { page, next } = selectPage(this.#list(this.#hasState('visible')), cursor, limit)
    const items = page.map((row) => ({ id: this.#rows.idOf(row), changedAt: this.#rows.changedAtOf(row) }))
    return { items, next: next?.key ?? null }
  }

  /** The ids of items whose reservation has ended before this day. */
  endedReservations(today: Day): string[] {
    return this.#reservations.ended(today).map((row) => this.#rows.idOf(row))
  }

  /** The ids of the oldest items; at most `limit`. */
  oldest(limit: number): string[] {
    return Array.from(this.#rows.order.subarray(0, Math.max(0, limit)), (row) => this.#rows.idOf(row))
  }

  #match(term: QueryTerm, state: IndexState): TermMatch {
    const states = this.#rows.states.subarray(0, this.#rows.end)
    return matchTerm(this.#vocabulary, term, { states, bit: stateBits[state] }, this.#arrays)
  }

  #matchOrCorrect(term: QueryTerm): TermMatch {
    const match = this.#match(term, 'visible')
    if (match.count > 0) return match
    for (const similar of similarWords(this.#vocabulary, term.term)) {
      const corrected = this.#match(similar, 'visible')
      if (corrected.count > 0) return corrected
    }
    return match
  }

  #hasState(state: IndexState): Test {
    const { states } = this.#rows
    const bit = stateBits[state]
    return (row) => ((states[row] ?? 0) & bit) !== 0
  }

  /** What a query asks for besides its words; `undefined` if nothing. */
  #filter({ isAvailable, category, size, color, min, max }: CatalogueQuery): Test | undefined {
    const { facets, cents } = this.#rows
    const tests: Test[] = []
    for (const [kind, name] of Object.entries({ category, size, color }) as [FacetKind, string | null][]) {
      if (name !== null) tests.push(facets[kind].matcher(categoryKey(name)))
    }
    if (min !== null || max !== null) {
      const lowest = (min ?? 0) * 100
      const highest = (max ?? Infinity) * 100
      tests.push((row) => (cents[row] ?? 0) >= lowest && (cents[row] ?? 0) <= highest)
    }
    if (isAvailable || tests.length > 0) tests.unshift(this.#hasState(isAvailable ? 'obtainable' : 'visible'))
    return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row))
  }

  /** The number of matches where it is counted all along: in the whole catalogue, or of one facet. */
  #knownCount({ isAvailable, category, size, color, min, max }: CatalogueQuery): number | undefined {
    const isFaceted = size !== null || color !== null
    if (min !== null || max !== null || (size !== null && color !== null)) return undefined
    if (isAvailable) return category === null && !isFaceted ? this.#countState(stateBits.obtainable) : undefined
    if (category === null && !isFaceted) return this.#countState(stateBits.visible)
    if (!isFaceted) return this.#counts.count(null, 'category', categoryKey(category ?? ''))
    const within = category === null ? null : categoryKey(category)
    return this.#counts.count(within, size === null ? 'color' : 'size', categoryKey(size ?? color ?? ''))
  }

  #count(isMatch: Test): number {
    let count = 0
    for (const row of this.#rows.order) if (isMatch(row)) count += 1
    return count
  }

  /** Items without a price are last in both orders. @param rankOf without words that are searched, all match as well. */
  #orderOf({ sort }: CatalogueQuery, rankOf: ListOrder['keyOf'] = () => 1): ListOrder | undefined {
    if (sort === 'best') return { keyOf: rankOf, lowestKey: 1, readKey: (number) => number }
    if (sort === 'newest') return undefined
    const sign = sort === 'price' ? 1 : -1
    const { cents } = this.#rows
    // No price is NaN in a row and -1 in a cursor.
    const toKey = (price: number) => (price >= 0 ? price * sign : Infinity)
    return { keyOf: (row) => toKey(cents[row] ?? 0), lowestKey: -Infinity, readKey: toKey }
  }

  #list(isMatch: Test, by?: ListOrder): MatchList {
    return { rows: this.#rows, isMatch, by }
  }

  #toIds({ page, previous, next }: SelectedPage) {
    return { ids: page.map((row) => this.#rows.idOf(row)), previous, next }
  }

  #cached<T>(name: string, compute: () => T): T {
    return this.#cache.getOrInsertComputed(name, compute) as T
  }
}

const nothing = { ids: [], total: 0, previous: null, next: null, correctedWords: null, partialWords: null }
