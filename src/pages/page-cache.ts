import { LRUCache } from 'lru-cache'

import type { Change } from '../catalogue/store.ts'
import { isItemPath } from '../domain/page-address.ts'
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
}

interface PageCacheOptions {
  readonly maxBytes?: number
  /** How long the page of an item is cached, found or not. Short where this process is not notified of every change. */
  readonly itemLifetimeMs?: number
}

/** Pages contain the year and other content that changes without the catalogue. */
const maxLifetimeMs = 3_600_000

/** Paths that show the whole catalogue. */
const cataloguePaths = [homePath, '/sitemap.xml']

/** Memory for paths of missing items, about 10,000. They share one page, and evict no other. */
const missingPathsBytes = 1024 * 1024
const entryOverheadBytes = 64

const cacheableStatuses: ReadonlySet<number> = new Set([200, 404, 410])

export function createPageCache(options: PageCacheOptions = {}): PageCache {
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
  const pending = { streamed: new Map<string, Promise<AnyPage>>(), complete: new Map<string, Promise<AnyPage>>() }

  const store = (path: string, page: AnyPage) => {
    const ttl = isItemPath(path) ? Math.min(itemLifetimeMs, maxLifetimeMs) : maxLifetimeMs
    if ('sameAs' in page) missing.set(path, page.sameAs, { ttl })
    else if ('send' in page && cacheableStatuses.has(page.status)) pages.set(path, page, { ttl })
  }
  const start = (path: string, render: () => Promise<AnyPage>, all: Map<string, Promise<AnyPage>>) => {
    const rendering = render()
      .then((page) => {
        if (all.get(path) === rendering) store(path, page)
        return page
      })
      .finally(() => {
        if (all.get(path) === rendering) all.delete(path)
      })
    all.set(path, rendering)
    return rendering
  }

  return {
    get(path) {
      const page = pages.get(path)
      if (page) return page
      const sameAs = missing.get(path)
      return sameAs === undefined ? undefined : pages.get(sameAs)
    },
    async getOrRender(path, render, waitForAll = false) {
      const all = waitForAll ? pending.complete : pending.streamed
      return pages.get(path) ?? all.get(path) ?? start(path, render, all)
    },
    invalidate({ ids }) {
      for (const path of [...cataloguePaths, ...ids.map(itemPath)]) {
        pages.delete(path)
        missing.delete(path)
        // Requests that wait already still get the page; later ones do not.
        for (const all of Object.values(pending)) all.delete(path)
      }
    },
  }
}
