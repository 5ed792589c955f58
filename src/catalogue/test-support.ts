import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { Cursor } from '../domain/catalogue/catalogue-query.ts'
import type { ItemChanges, ManagedItem } from '../domain/item-state.ts'
import { withPhotos, type NewItem } from '../domain/item.ts'
import type { Photo } from '../domain/photo.ts'
import { fullItem } from '../domain/test-support.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'
import type { ManagedPage } from './search/search-results.ts'
import type { Change, Store } from './store.ts'

export type StoreWithSearch = Store & { readonly search: CatalogueSearch }

/** An empty store for one test. */
export interface StoreUnderTest {
  readonly store: StoreWithSearch
  /** Closes the store, if it is open, and opens another one on the same data. */
  readonly reopen: () => Promise<StoreWithSearch>
}

/** Opens a store for one test, which closes it and deletes its data when it ends. */
export type Start = (t: TestContext) => Promise<StoreUnderTest>

/** An item with every field filled in. */
export function itemNamed(title: string): NewItem {
  return { ...fullItem, title }
}

/** A photo whose id repeats one hexadecimal digit. */
export function photoNamed(digit: string): Photo {
  const width = 1_440 - Number.parseInt(digit, 16)
  return { id: digit.repeat(32), width, height: 1_080, placeholder: `data:image/webp;base64,${'A'.repeat(86)}==` }
}

export function photosNamed(digits: string): Photo[] {
  return Array.from(digits, photoNamed)
}

/** An item with its own photos. */
export function itemWithPhotos(photos: readonly Photo[]): NewItem {
  return withPhotos({ ...itemNamed('Beanie'), photos: [] }, photos)
}

export function itemsNamed(prefix: string, count: number): NewItem[] {
  return Array.from({ length: count }, (_, index) => itemNamed(`${prefix} ${index}`))
}

/** Watches until the test ends. `changes` has everything that the watcher was called with so far. */
export function watchStore(t: TestContext, store: Store) {
  const changes: Change[] = []
  const { promise: firstChange, resolve } = Promise.withResolvers<Change>()
  const stop = store.watch((latest) => {
    changes.push(latest)
    resolve(latest)
  })
  t.after(stop)
  return { changes, firstChange, stop, ids: () => changes.flatMap(({ ids }) => ids) }
}

export function assertGrowing(changes: readonly Change[]): void {
  const revisions = changes.map(({ revision }) => revision)
  assert.deepEqual(
    revisions,
    [...new Set(revisions)].toSorted((a, b) => a - b),
  )
}

/** Adds an item and returns it as owners see it. */
export async function addManaged(store: Store, item: NewItem = itemNamed('Beanie')): Promise<ManagedItem> {
  return findManaged(store, (await store.add(item)).id)
}

/** An item of the store as owners see it. */
export async function findManaged(store: Store, id: string): Promise<ManagedItem> {
  const item = await store.findManaged(id)
  assert.ok(item, `there is no ${id}`)
  return item
}

/** All items that were not purged, as owners see them: removed ones last, each newest first. */
export async function listItems(search: CatalogueSearch): Promise<ManagedItem[]> {
  const items: ManagedItem[] = []
  for (const state of ['all', 'removed'] as const) {
    for (let cursor: Cursor | null | undefined; cursor !== null;) {
      const page: ManagedPage = await search.listManaged({ words: '', state, cursor: cursor ?? null }, 100)
      items.push(...page.items)
      cursor = page.next
    }
  }
  return items
}

/** Changes an item, and asserts that the change succeeds. */
export async function change(store: Store, { id, version }: ManagedItem, changes: ItemChanges) {
  const outcome = await store.update(id, changes, version)
  assert.equal(outcome?.isDone, true)
  return outcome.item
}
