import type { CatalogueQuery, Cursor } from '../../domain/catalogue/catalogue-query.ts'
import type { ManagedQuery } from '../../domain/catalogue/managed-list.ts'
import { isVisible, toVisibleItem, type ManagedItem } from '../../domain/item-state.ts'
import type { Item } from '../../domain/item.ts'
import { photoFromUrl, type PhotoFiles } from '../../domain/photo.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { CatalogueOverview, CataloguePage, ManagedPage } from './search-results.ts'

/** What a store has for its index. */
export interface IndexedItems {
  isFilled(): boolean
  /** The index, once it is filled. Rejects with ShopError `storage-unavailable`. */
  index(): Promise<CatalogueIndex>
  /** The item with this id. Throws ShopError `storage-unavailable`. */
  find(id: string): ManagedItem | undefined
  /** An item, visible or not, that uses a photo. Throws ShopError `storage-unavailable`. */
  findByPhoto(photoId: string): ManagedItem | undefined
  /** The catalogue's. */
  revision(): number
}

/**
 * Finds items in a catalogue of up to 200,000: by an index in memory, with the items of a store. Each backend passes
 * `search.contract.ts`.
 *
 * Every method waits until the index is filled, and rejects with ShopError `storage-unavailable` if that takes too long.
 */
export class CatalogueSearch {
  readonly #items: IndexedItems

  constructor(items: IndexedItems) {
    this.#items = items
  }

  /** Whether the index is filled, so that no method has to wait. */
  isIndexed(): boolean {
    return this.#items.isFilled()
  }

  /**
   * A page of at most `limit` items that match the query: newest first, or in its order. Items that are added or removed
   * while somebody pages neither repeat nor hide another one.
   */
  async search(query: CatalogueQuery, limit: number): Promise<CataloguePage> {
    const index = await this.#items.index()
    const { ids, ...page } = index.search(query, limit)
    return { revision: this.#items.revision(), items: this.#findVisible(ids), ...page }
  }

  async overview(): Promise<CatalogueOverview> {
    const index = await this.#items.index()
    return { revision: this.#items.revision(), ...index.overview() }
  }

  /** Those of these items that visitors see, in this order. Costs no billed read. */
  async findVisible(ids: readonly string[]): Promise<readonly Item[]> {
    await this.#items.index()
    return this.#findVisible(ids)
  }

  /** A photo that an item uses, as far as this process knows. Costs no billed read, unlike `Store.usedPhotos`. */
  async findPhoto(photoId: string): Promise<PhotoFiles | undefined> {
    await this.#items.index()
    const item = this.#items.findByPhoto(photoId)
    return item && [...item.photos, photoFromUrl(item.imageUrl)].find((photo) => photo?.id === photoId)
  }

  /** A category as the shop spells it; `undefined` if visitors see no item of it. */
  async categoryName(category: string) {
    return (await this.#items.index()).categoryName(category)
  }

  /** @param category its name in any spelling; `null` for the whole catalogue. */
  async facets(category: string | null) {
    return (await this.#items.index()).facets(category)
  }

  /** Items as owners see them, also found by the private notes of their reservations. */
  async listManaged(query: ManagedQuery, limit: number): Promise<ManagedPage> {
    const index = await this.#items.index()
    const { ids, ...page } = index.listManaged(query, limit)
    return { revision: this.#items.revision(), items: this.#find(ids), ...page }
  }

  /** The ids of a category's items, visible or not, newest first; at most `limit`. */
  async listCategory(category: string, cursor: Cursor | null, limit: number) {
    return (await this.#items.index()).listCategory(category, cursor, limit)
  }

  /** Items that visitors see, newest first, from this cursor's key on; at most `limit`. */
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
