import type { CatalogueQuery } from '../../../domain/catalogue/catalogue-query.ts'
import { isVisible, type ManagedItem } from '../../../domain/item-state.ts'
import type { Item } from '../../../domain/item.ts'
import type {
  CatalogueOverview,
  CataloguePage,
  Facets,
  ManagedPage,
  ManagedQuery,
} from '../../search/catalogue-search.ts'
import type { Mirror } from './mirror.ts'

/** Answers queries from the mirror, once it is filled. Rejects with ShopError `storage-unavailable`. */
export class MirrorSearch {
  readonly #mirror: Mirror
  readonly #revision: () => number

  /** @param revision the catalogue's. */
  constructor(mirror: Mirror, revision: () => number) {
    this.#mirror = mirror
    this.#revision = revision
  }

  async search(query: CatalogueQuery, limit: number): Promise<CataloguePage> {
    const mirrored = await this.#mirror.items()
    const { ids, ...page } = mirrored.index.search(query, limit)
    const found = ids.map((id) => mirrored.find(id)).filter((item) => item !== undefined)
    return { revision: this.#revision(), items: found.filter(isVisible).map(toItem), ...page }
  }

  async overview(): Promise<CatalogueOverview> {
    const { index } = await this.#mirror.items()
    return { revision: this.#revision(), ...index.overview() }
  }

  async facets(category: string | null): Promise<Facets> {
    const { index } = await this.#mirror.items()
    return index.facets(category)
  }

  async listManaged(query: ManagedQuery, limit: number): Promise<ManagedPage> {
    const mirrored = await this.#mirror.items()
    const { ids, ...page } = mirrored.index.listManaged(query, limit)
    const items = ids.map((id) => mirrored.find(id)).filter((item) => item !== undefined)
    return { revision: this.#revision(), items, ...page }
  }

  async listPublic(after: string | null, limit: number) {
    const { index } = await this.#mirror.items()
    return index.listPublic(after, limit)
  }
}

/** What visitors see of an item. */
function toItem(managed: ManagedItem): Item {
  const { hidden: _, removedAt: __, version: ___, ...item } = managed
  return item
}
