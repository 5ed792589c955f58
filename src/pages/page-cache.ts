import { LRUCache } from 'lru-cache'

import type { Change } from '../catalogue/store.ts'
import { isItemPath, missingAddresses } from '../domain/page-address.ts'
import { homePath, itemPath } from '../domain/page-paths.ts'
import type { BufferedPage, NoncePage, StreamedPage } from './rendered-page.ts'

/** Cached in memory: rendered pages, and files generated from the catalogue. */
export type CachedPage = BufferedPage | NoncePage

/** A path without content: the page at `sameAs` is shown instead. */
export interface MissingPage {
  readonly sameAs: string
}

export type AnyPage = CachedPage | StreamedPage | MissingPage

/** Rendered pages, by canonical path, until a change of the catalogue affects them. */
export interface PageCache {
  /** The cached page of this path. */
  get(path: string): CachedPage | undefined
  /**
   * The page of this path. Concurrent requests share one rendering. It is cached if it is complete and not an error,
   * unless it was invalidated meanwhile.
   *
   * @param waitForAll waits for a complete page instead of a stream. Such requests do not wait for streams of others.
   */
  getOrRender(path: string, render: () => Promise<AnyPage>, waitForAll?: boolean): Promise<AnyPage>
  /** Removes the pages that a change affects. */
  invalidate(change: Change): void
  /** Removes all pages: every page shows the shop settings. */
  clear(): void
}

interface PageCacheOptions {
  readonly maxBytes?: number
  /** How long the page of an item is cached, found or not. Short where this process is not notified of every change. */
  readonly itemLifetimeMs?: number
}

/** Pages contain the year and other content that changes without the catalogue. */
const maxLifetimeMs = 3_600_000

/** Paths that show the whole catalogue, or its newest items. */
const cataloguePaths = [homePath, '/sitemap.xml', ...Object.values(missingAddresses)]

/** Memory for paths of missing items, about 10,000. They share one page, and evict no other. */
const missingPathsBytes = 1024 * 1024
const entryOverheadBytes = 64

const cacheableStatuses: ReadonlySet<number> = new Set([200, 404, 410])

/** A rendering that runs, with the ids of the items that changed since it started. */
interface PendingPage {
  readonly page: Promise<AnyPage>
  readonly changedIds: Set<string>
}

export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const { pages, missing, store } = createStorage(options)
  const pending = { streamed: new Map<string, PendingPage>(), complete: new Map<string, PendingPage>() }

  const start = (path: string, render: () => Promise<AnyPage>, all: Map<string, PendingPage>) => {
    const changedIds = new Set<string>()
    const isCurrent = () => all.get(path)?.changedIds === changedIds
    const page = render()
      .then((rendered) => {
        if (isCurrent() && !showsAny(rendered, changedIds)) store(path, rendered)
        return rendered
      })
      .finally(() => {
        if (isCurrent()) all.delete(path)
      })
    all.set(path, { page, changedIds })
    return page
  }

  return {
    clear: () => clearAll([pages, missing, ...Object.values(pending)]),
    get(path) {
      const page = pages.get(path)
      if (page) return page
      const sameAs = missing.get(path)
      return sameAs === undefined ? undefined : pages.get(sameAs)
    },
    async getOrRender(path, render, waitForAll = false) {
      const all = waitForAll ? pending.complete : pending.streamed
      return pages.get(path) ?? all.get(path)?.page ?? start(path, render, all)
    },
    invalidate({ ids }) {
      const changedIds = new Set(ids)
      for (const [path, page] of pages.entries()) if (showsAny(page, changedIds)) pages.delete(path)
      noteChanges(pending, ids)
      for (const path of [...cataloguePaths, ...ids.map(itemPath)]) {
        pages.delete(path)
        missing.delete(path)
        // Requests that wait already still get the page; later ones do not.
        for (const all of Object.values(pending)) all.delete(path)
      }
    },
  }
}

/** Pages by path, and paths of missing pages with the path whose page is shown. */
function createStorage(options: PageCacheOptions) {
  const { maxBytes = 32 * 1024 * 1024, itemLifetimeMs = maxLifetimeMs } = options
  const lifetime = { ttl: maxLifetimeMs, ttlResolution: 1_000 }
  const pages = new LRUCache<string, CachedPage>({
    ...lifetime,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const missing = new LRUCache<string, string>({
    ...lifetime,
    maxSize: missingPathsBytes,
    sizeCalculation: (_, path) => path.length + entryOverheadBytes,
  })
  const store = (path: string, page: AnyPage) => {
    const ttl = isItemPath(path) ? Math.min(itemLifetimeMs, maxLifetimeMs) : maxLifetimeMs
    if ('sameAs' in page) missing.set(path, page.sameAs, { ttl })
    else if ('send' in page && cacheableStatuses.has(page.status)) pages.set(path, page, { ttl })
  }
  return { pages, missing, store }
}

function noteChanges(
  pending: Readonly<Record<string, ReadonlyMap<string, PendingPage>>>,
  ids: readonly string[],
): void {
  for (const all of Object.values(pending)) {
    for (const { changedIds } of all.values()) for (const id of ids) changedIds.add(id)
  }
}

/** Whether a page shows one of these items beside its own. */
function showsAny(page: AnyPage, ids: ReadonlySet<string>): boolean {
  return 'shownItems' in page && page.shownItems.some((id) => ids.has(id))
}

function clearAll(caches: readonly { clear(): void }[]): void {
  for (const cache of caches) cache.clear()
}
