import { LRUCache } from 'lru-cache'

import type { Change } from '../catalogue/store.ts'
import { isCataloguePath, isItemPath, isPlainCataloguePath, missingAddresses } from '../domain/page-address.ts'
import { homePath, itemPath } from '../domain/page-paths.ts'
import type { BufferedPage, NoncePage, StreamedPage } from './rendered-page.ts'

/** Cached in memory: rendered pages, and files generated from the catalogue. */
export type CachedPage = BufferedPage | NoncePage

/** An address without a page of its own: the page at `sameAs` is shown instead. */
export interface Alias {
  readonly sameAs: string
}

/** An address without a page of its own: clients are sent to `location`. */
export interface Redirect {
  readonly location: string
}

export type AnyPage = CachedPage | StreamedPage | Alias | Redirect

export type PageCache = ReturnType<typeof createPageCache>

interface PageCacheOptions {
  readonly maxBytes?: number
  /** For lists of pieces with a search, filter, order or cursor. */
  readonly maxSearchBytes?: number
  /** How long the page of an item is cached, found or not. Short where this process is not notified of every change. */
  readonly itemLifetimeMs?: number
}

/** Pages contain the year and other content that changes without the catalogue. */
const maxLifetimeMs = 3_600_000

/** What a change of any item affects, in addition to all lists of pieces: they show its categories with their counts. */
const affectedAddresses = [homePath, ...Object.values(missingAddresses)]

/** Memory for addresses that show another one's page: about 10,000. They evict no page. */
const aliasBytes = 1024 * 1024
const entryOverheadBytes = 64

const cacheableStatuses: ReadonlySet<number> = new Set([200, 404, 410])

/** A rendering that runs, with the ids of the items that changed since it started. */
interface PendingPage {
  readonly page: Promise<AnyPage>
  readonly changedIds: Set<string>
}

/**
 * Rendered pages by address (`requestedAddress`), until a change of the catalogue affects them. Searches are cached
 * separately: however many a client invents, they evict no other page.
 */
export function createPageCache(options: PageCacheOptions = {}) {
  const storage = createStorage(options)
  const pending = { streamed: new Map<string, PendingPage>(), complete: new Map<string, PendingPage>() }

  const start = (address: string, render: () => Promise<AnyPage>, all: Map<string, PendingPage>) => {
    const changedIds = new Set<string>()
    const isCurrent = () => all.get(address)?.changedIds === changedIds
    const page = render()
      .then((rendered) => {
        if (isCurrent() && !showsAny(rendered, changedIds)) storage.store(address, rendered)
        return rendered
      })
      .finally(() => {
        if (isCurrent()) all.delete(address)
      })
    all.set(address, { page, changedIds })
    return page
  }

  return {
    /** Removes all pages: every page shows the shop settings. */
    clear(): void {
      storage.clear()
      for (const all of Object.values(pending)) all.clear()
    },
    /** The cached page of this address. */
    get: (address: string) => storage.get(address) ?? storage.getAliased(address),
    /**
     * The page of this address. Concurrent requests share one rendering. It is cached if it is complete and not an error,
     * unless it was invalidated meanwhile.
     *
     * @param waitForAll waits for a complete page instead of a stream. Such requests do not wait for streams of others.
     */
    async getOrRender(address: string, render: () => Promise<AnyPage>, waitForAll = false): Promise<AnyPage> {
      const all = waitForAll ? pending.complete : pending.streamed
      return storage.get(address) ?? all.get(address)?.page ?? start(address, render, all)
    },
    /** Removes the pages that a change affects. */
    invalidate({ ids }: Change): void {
      const addresses = new Set([...affectedAddresses, ...ids.map(itemPath)])
      const isAffected = (address: string) => addresses.has(address) || isCataloguePath(address)
      storage.invalidate(isAffected, new Set(ids))
      for (const all of Object.values(pending)) {
        for (const [address, { changedIds }] of all) {
          // Requests that wait already still get the page; later ones do not.
          if (isAffected(address)) all.delete(address)
          else for (const id of ids) changedIds.add(id)
        }
      }
    },
  }
}

/** Pages by address, and addresses of other pages with the one that is shown. Lists of pieces have memory of their own. */
function createStorage(options: PageCacheOptions) {
  const { maxBytes = 32 * 1024 * 1024, maxSearchBytes = 8 * 1024 * 1024, itemLifetimeMs = maxLifetimeMs } = options
  const pages = createPageStorage(maxBytes)
  const searches = createPageStorage(maxSearchBytes)
  const aliases = createAliasStorage()
  const listAliases = createAliasStorage()
  const pagesFor = (address: string) => (isCataloguePath(address) && !isPlainCataloguePath(address) ? searches : pages)
  const aliasesFor = (address: string) => (isCataloguePath(address) ? listAliases : aliases)
  const get = (address: string) => pagesFor(address).get(address)
  return {
    get,
    getAliased(address: string) {
      const sameAs = aliasesFor(address).get(address)
      return sameAs === undefined ? undefined : get(sameAs)
    },
    store(address: string, page: AnyPage) {
      const ttl = isItemPath(address) ? Math.min(itemLifetimeMs, maxLifetimeMs) : maxLifetimeMs
      if ('sameAs' in page) aliasesFor(address).set(address, page.sameAs, { ttl })
      else if ('send' in page && cacheableStatuses.has(page.status)) pagesFor(address).set(address, page, { ttl })
    },
    invalidate(isAffected: (address: string) => boolean, changedIds: ReadonlySet<string>) {
      searches.clear()
      listAliases.clear()
      for (const [address, page] of pages.entries()) {
        if (isAffected(address) || showsAny(page, changedIds)) pages.delete(address)
      }
      for (const id of changedIds) aliases.delete(itemPath(id))
    },
    clear() {
      for (const cache of [pages, searches, aliases, listAliases]) cache.clear()
    },
  }
}

const lifetime = { ttl: maxLifetimeMs, ttlResolution: 1_000 }

function createPageStorage(maxSize: number) {
  const sizeCalculation = ({ bytes }: CachedPage, address: string) => bytes + 2 * address.length
  return new LRUCache<string, CachedPage>({ ...lifetime, maxSize, sizeCalculation })
}

function createAliasStorage() {
  const sizeCalculation = (sameAs: string, address: string) => address.length + sameAs.length + entryOverheadBytes
  return new LRUCache<string, string>({ ...lifetime, maxSize: aliasBytes, sizeCalculation })
}

/** Whether a page shows one of these items beside its own. */
function showsAny(page: AnyPage, ids: ReadonlySet<string>): boolean {
  return 'shownItems' in page && page.shownItems.some((id) => ids.has(id))
}
