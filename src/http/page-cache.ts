import { LRUCache } from 'lru-cache'

import type { Change } from '../store/store.ts'
import type { NoncePage } from './nonce-page.ts'
import type { StreamedPage } from './streamed-page.ts'
import type { WholePage } from './whole-page.ts'

/** Rendered pages, by path, until the catalogue changes under them. */
export interface PageCache {
  /** The page of this path, if it is kept. */
  kept(path: string): KeptPage | undefined
  /**
   * The page of this path, rendered once however many ask at that moment; kept if it is whole and a success, unless
   * what it shows has changed meanwhile.
   */
  get(path: string, render: () => Promise<AnyPage>): Promise<AnyPage>
  /** Drops what a change touches. */
  drop(change: Change): void
}

type KeptPage = WholePage | NoncePage
type AnyPage = KeptPage | StreamedPage

/** A page says the year, among other things that change without the catalogue: it is kept for an hour at most. */
const lifetimeMs = 3_600_000

export function createPageCache({ maxBytes = 32 * 1024 * 1024 } = {}): PageCache {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.bytes,
    ttl: lifetimeMs,
    ttlResolution: 1_000,
  })
  const underWay = new Map<string, Promise<AnyPage>>()

  const start = (path: string, render: () => Promise<AnyPage>) => {
    const rendering = render()
      .then((page) => {
        const isKept = 'send' in page && page.status === 200 && underWay.get(path) === rendering
        if (isKept) pages.set(path, page)
        return page
      })
      .finally(() => {
        if (underWay.get(path) === rendering) underWay.delete(path)
      })
    underWay.set(path, rendering)
    return rendering
  }

  return {
    kept: (path) => pages.get(path),
    get: (path, render) => underWay.get(path) ?? start(path, render),
    drop({ ids }) {
      for (const path of ['/', ...ids.map((id) => `/item/${id}`)]) {
        pages.delete(path)
        underWay.delete(path) // Whoever waits for it already still gets it; nobody after them does.
      }
    },
  }
}
