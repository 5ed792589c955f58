import { LRUCache } from 'lru-cache'

import type { Change } from '../catalogue/store.ts'
import { dayOf, endOf } from '../domain/day.ts'
import { languages } from '../domain/language.ts'
import { isCataloguePath, isItemPath, isListSearch, missingAddresses } from '../domain/page-address.ts'
import { claimPath, homePath, itemPath } from '../domain/page-paths.ts'
import { addressOf, toPageKey } from './page-key.ts'
import type { BufferedPage, NoncePage, StreamedPage } from './rendered-page.ts'

/** Cached in memory: rendered pages, and files generated from the catalogue. */
export type CachedPage = BufferedPage | NoncePage

/** An address without a page of its own: the page with the key `sameAs` is shown instead. */
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
  /** Twice as much in a shop with several languages. */
  readonly maxBytes?: number
  /** How long the page of an item is cached, found or not. Short where this process is not notified of every change. */
  readonly itemLifetimeMs?: number
}

/** Pages contain content that changes without the catalogue; the year among it, so that none outlives its day. */
const maxLifetimeMs = 3_600_000

/** Whether the shop is claimed may change without this process, by a command for example. */
const claimLifetimeMs = 10_000

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
 * Rendered pages by their key (`page-key.ts`: language and address), until a change of the catalogue affects them, in every
 * language. Searches are cached separately: however many a client invents, they evict no other page.
 */
export function createPageCache(options: PageCacheOptions = {}) {
  let storage = createStorage(options)
  const pending = { streamed: new Map<string, PendingPage>(), complete: new Map<string, PendingPage>() }

  const start = (key: string, render: () => Promise<AnyPage>, all: Map<string, PendingPage>) => {
    const changedIds = new Set<string>()
    const endOfDay = endOf(dayOf(new Date()))
    const isCurrent = () => all.get(key)?.changedIds === changedIds
    const page = render()
      .then((rendered) => {
        if (isCurrent() && !showsAny(rendered, changedIds)) storage.store(key, rendered, endOfDay)
        return rendered
      })
      .finally(() => {
        if (isCurrent()) all.delete(key)
      })
    all.set(key, { page, changedIds })
    return page
  }

  return {
    /** Removes all pages: every page shows the shop settings. @param languageCount of the shop from now on. */
    clear(languageCount = 1): void {
      storage = createStorage(options, languageCount)
      for (const all of Object.values(pending)) all.clear()
    },
    /** The cached page with this key. */
    get: (key: string) => storage.get(key) ?? storage.getAliased(key),
    /**
     * The page with this key. Concurrent requests share one rendering. It is cached if it is complete and not an error,
     * unless it was invalidated meanwhile.
     *
     * @param waitForAll waits for a complete page instead of a stream. Such requests do not wait for streams of others.
     */
    async getOrRender(key: string, render: () => Promise<AnyPage>, waitForAll = false): Promise<AnyPage> {
      const all = waitForAll ? pending.complete : pending.streamed
      return storage.get(key) ?? all.get(key)?.page ?? start(key, render, all)
    },
    /** Removes the pages that a change affects. */
    invalidate({ ids }: Change): void {
      const addresses = new Set([...affectedAddresses, ...ids.map(itemPath)])
      const isIndexFilled = ids.length === 0 // Until then, items were shown beside others than those of their category.
      const isAffected = (key: string) => {
        const address = addressOf(key)
        return addresses.has(address) || isCataloguePath(address) || (isIndexFilled && isItemPath(address))
      }
      storage.invalidate(isAffected, new Set(ids))
      for (const all of Object.values(pending)) {
        for (const [key, { changedIds }] of all) {
          // Requests that wait already still get the page; later ones do not.
          if (isAffected(key)) all.delete(key)
          else for (const id of ids) changedIds.add(id)
        }
      }
    },
  }
}

/** For lists of pieces with a search, filter, order or cursor. */
const maxSearchBytes = 8 * 1024 * 1024

/** Pages by key, and keys of other pages with the one that is shown. Lists of pieces have memory of their own. */
function createStorage(options: PageCacheOptions, languageCount = 1) {
  const { maxBytes = 32 * 1024 * 1024, itemLifetimeMs = maxLifetimeMs } = options
  const pages = createPageStorage(maxBytes * (languageCount > 1 ? 2 : 1))
  const searches = createPageStorage(maxSearchBytes)
  const aliases = createAliasStorage()
  const listAliases = createAliasStorage()
  const pagesFor = (key: string) => (isListSearch(addressOf(key)) ? searches : pages)
  const aliasesFor = (key: string) => (isCataloguePath(addressOf(key)) ? listAliases : aliases)
  const get = (key: string) => pagesFor(key).get(key)
  const lifetimeOf = (address: string) => {
    if (address === claimPath) return claimLifetimeMs
    return isItemPath(address) ? Math.min(itemLifetimeMs, maxLifetimeMs) : maxLifetimeMs
  }
  return {
    get,
    getAliased(key: string) {
      const sameAs = aliasesFor(key).get(key)
      return sameAs === undefined ? undefined : get(sameAs)
    },
    /** @param until when the page has to be rendered again at the latest, in milliseconds since 1970. */
    store(key: string, page: AnyPage, until: number) {
      const ttl = Math.min(lifetimeOf(addressOf(key)), until - Date.now())
      if (ttl <= 0) return
      if ('sameAs' in page) aliasesFor(key).set(key, page.sameAs, { ttl })
      else if ('send' in page && cacheableStatuses.has(page.status)) pagesFor(key).set(key, page, { ttl })
    },
    invalidate(isAffected: (key: string) => boolean, changedIds: ReadonlySet<string>) {
      searches.clear()
      listAliases.clear()
      for (const [key, page] of pages.entries()) {
        if (isAffected(key) || showsAny(page, changedIds)) pages.delete(key)
      }
      for (const id of changedIds) {
        for (const language of languages) aliases.delete(toPageKey(language, itemPath(id)))
      }
    },
  }
}

const lifetime = { ttl: maxLifetimeMs, ttlResolution: 1_000 }

function createPageStorage(maxSize: number) {
  const sizeCalculation = ({ bytes }: CachedPage, key: string) => bytes + 2 * key.length
  return new LRUCache<string, CachedPage>({ ...lifetime, maxSize, sizeCalculation })
}

function createAliasStorage() {
  const sizeCalculation = (sameAs: string, key: string) => key.length + sameAs.length + entryOverheadBytes
  return new LRUCache<string, string>({ ...lifetime, maxSize: aliasBytes, sizeCalculation })
}

/** Whether a page shows one of these items beside its own. */
function showsAny(page: AnyPage, ids: ReadonlySet<string>): boolean {
  return 'shownItems' in page && page.shownItems.some((id) => ids.has(id))
}
