import { LRUCache } from 'lru-cache'

import type { Change } from '../catalogue/store.ts'
import { isItemPath } from '../domain/page-address.ts'
import { homePath, itemPath } from '../domain/page-paths.ts'
import type { WholePage } from './buffered-response.ts'
import type { NoncePage } from './nonce-page.ts'
import type { MissingPage } from './page.ts'
import type { StreamedPage } from './streamed-response.ts'

/** What is kept in memory: rendered pages, and files that are made of the catalogue. */
export type KeptPage = WholePage | NoncePage

export type AnyPage = KeptPage | StreamedPage | MissingPage

/** Rendered pages, by canonical path, until the catalogue changes under them. */
export interface PageCache {
  /** The page of this path, if it is kept. */
  kept(path: string): KeptPage | undefined
  /**
   * The page of this path, rendered once however many ask at that moment; kept if it is whole and no failure, unless
   * what it shows has changed meanwhile.
   *
   * @param isPatient for those who wait until it is whole. They do not wait for others' streams.
   */
  get(path: string, render: () => Promise<AnyPage>, isPatient?: boolean): Promise<AnyPage>
  /** Drops what a change touches. */
  drop(change: Change): void
}

interface PageCacheOptions {
  readonly maxBytes?: number
  /** Of the page of an item, found or not. Shorter where an item may change without a word to this process. */
  readonly itemLifetimeMs?: number
}

/** A page says the year, among other things that change without the catalogue: it is kept for an hour at most. */
const maxLifetimeMs = 3_600_000

/** What shows the catalogue as a whole. */
const wholeCatalogue = [homePath, '/sitemap.xml']

/** Paths at which something is missing: about 10,000. They cost no more than their names, and take no page's place. */
const missingPathsBytes = 1024 * 1024
const bytesBesideName = 64

const statusesOfPages: ReadonlySet<number> = new Set([200, 404, 410])

export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const { maxBytes = 32 * 1024 * 1024, itemLifetimeMs = maxLifetimeMs } = options
  const lifetime = { ttl: maxLifetimeMs, ttlResolution: 1_000 }
  const pages = new LRUCache<string, KeptPage>({
    ...lifetime,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const missing = new LRUCache<string, string>({
    ...lifetime,
    maxSize: missingPathsBytes,
    sizeCalculation: (_, path) => path.length + bytesBesideName,
  })
  const underWay = { hasty: new Map<string, Promise<AnyPage>>(), patient: new Map<string, Promise<AnyPage>>() }

  const keep = (path: string, page: AnyPage) => {
    const ttl = isItemPath(path) ? Math.min(itemLifetimeMs, maxLifetimeMs) : maxLifetimeMs
    if ('sameAs' in page) missing.set(path, page.sameAs, { ttl })
    else if ('send' in page && statusesOfPages.has(page.status)) pages.set(path, page, { ttl })
  }
  const start = (path: string, render: () => Promise<AnyPage>, all: Map<string, Promise<AnyPage>>) => {
    const rendering = render()
      .then((page) => {
        if (all.get(path) === rendering) keep(path, page)
        return page
      })
      .finally(() => {
        if (all.get(path) === rendering) all.delete(path)
      })
    all.set(path, rendering)
    return rendering
  }

  return {
    kept(path) {
      const page = pages.get(path)
      if (page) return page
      const sameAs = missing.get(path)
      return sameAs === undefined ? undefined : pages.get(sameAs)
    },
    async get(path, render, isPatient = false) {
      const all = isPatient ? underWay.patient : underWay.hasty
      return pages.get(path) ?? all.get(path) ?? start(path, render, all)
    },
    drop({ ids }) {
      for (const path of [...wholeCatalogue, ...ids.map(itemPath)]) {
        pages.delete(path)
        missing.delete(path)
        for (const all of Object.values(underWay)) all.delete(path) // Those who wait for it already still get it; nobody after them does.
      }
    },
  }
}
