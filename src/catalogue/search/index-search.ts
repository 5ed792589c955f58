import type { CatalogueQuery, Cursor } from '../../domain/catalogue/catalogue-query.ts'
import { isVisible, toVisibleItem, type ManagedItem } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type {
  CatalogueOverview,
  CataloguePage,
  CatalogueSearch,
  CategoryPage,
  Facets,
  ManagedPage,
  ManagedQuery,
} from './catalogue-search.ts'

/** What a store has for its index. */
export interface IndexedItems {
  isFilled(): boolean
  /** The index, once it is filled. Rejects with ShopError `storage-unavailable`. */
  index(): Promise<CatalogueIndex>
  /** The item with this id. Throws ShopError `storage-unavailable`. */
  find(id: string): ManagedItem | undefined
  /** The catalogue's. */
  revision(): number
}

/** Answers from an index in memory, with the items of a store. */
export class IndexSearch implements CatalogueSearch {
  readonly #items: IndexedItems

  constructor(items: IndexedItems) {
    this.#items = items
  }

  isIndexed(): boolean {
    return this.#items.isFilled()
  }

  async search(query: CatalogueQuery, limit: number): Promise<CataloguePage> {
    const index = await this.#items.index()
    const { ids, ...page } = index.search(query, limit)
    return { revision: this.#items.revision(), items: this.#findVisible(ids), ...page }
  }

  async overview(): Promise<CatalogueOverview> {
    const index = await this.#items.index()
    return { revision: this.#items.revision(), ...index.overview() }
  }

  async findVisible(ids: readonly string[]): Promise<readonly Item[]> {
    await this.#items.index()
    return this.#findVisible(ids)
  }

  async categoryName(category: string): Promise<string | undefined> {
    return (await this.#items.index()).categoryName(category)
  }

  async facets(category: string | null): Promise<Facets> {
    return (await this.#items.index()).facets(category)
  }

  async listManaged(query: ManagedQuery, limit: number): Promise<ManagedPage> {
    const index = await this.#items.index()
    const { ids, ...page } = index.listManaged(query, limit)
    return { revision: this.#items.revision(), items: this.#find(ids), ...page }
  }

  async listCategory(category: string, cursor: Cursor | null, limit: number): Promise<CategoryPage> {
    return (await this.#items.index()).listCategory(category, cursor, limit)
  }

  async listPublic(after: string | null, limit: number) {
    return (await this.#items.index()).listPublic(after, limit)
  }

  #findVisible(ids: readonly string[]): Item[] {
    return this.#find(ids).filter(isVisible).map(toVisibleItem)
  }

  #find(ids: readonly string[]): ManagedItem[] {
    return ids.flatMap((id) => this.#items.find(id) ?? [])
  }
}
