import { managedPageSize } from '../../../src/domain/catalogue/managed-list.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import type { Session } from '../../session/session.ts'
import { Observable } from '../../ui/observable.ts'
import { fetchItem, fetchPage, type ManagedListPage } from '../manage-api.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import { readStateName, wholeList, type ListFilter, type ListView } from './list-view.ts'
import { addPage, loadPages, type LoadedList, type LoadedPages } from './loaded-list.ts'

interface ListsState {
  /** Every item that was loaded, by its id; `undefined` if there is none with this id. */
  readonly items: ReadonlyMap<string, ManagedItemJson | undefined>
  /** The items that match what is shown; `undefined` until an owner has loaded them. They stay if her session ends. */
  readonly list?: LoadedList | undefined
  /** The removed items, if they are shown. */
  readonly removed?: LoadedList | undefined
  readonly counts?: ManagedListPage['counts'] | undefined
  /** What the owner has chosen, and what she types. */
  readonly filter: ListFilter
  readonly words: string
  /** What the lists show: what was asked for last and is loaded. */
  readonly shown: ListView
  /** The catalogue's revision when the lists were loaded. */
  readonly revision?: number
}

type ListName = 'list' | 'removed'

interface ListsListener {
  /** {@link ItemLists.load} must be called again. */
  readonly onStale: () => void
  /** The first page of what is shown; `undefined` if the user is not an owner. */
  readonly onLoaded: (first: ManagedListPage | undefined) => void
  /** More of a list could not be loaded. */
  readonly onError: (error: unknown) => void
}

/** How long to wait for another letter before searching, in milliseconds. */
const typingMs = 200

/** The loaded parts of the shop's items, of any number. */
export class ItemLists extends Observable<ListsState> {
  /** Everything is loaded as this user. */
  session: Session | undefined
  readonly #texts: BrowserMessages['manage']
  readonly #listener: ListsListener
  #typing: ReturnType<typeof setTimeout> | undefined
  /** The most rows that are shown. */
  #rows: Readonly<Record<ListName, number>> = { list: managedPageSize, removed: managedPageSize }
  #isRemovedOpen = false
  /** Items that are needed, in the lists or not. */
  #needed: readonly string[] = []
  #loading = new AbortController()
  /** How many items were replaced on this page so far, and when each of them was. */
  #replaced = 0
  readonly #replacedAt = new Map<string, number>()

  constructor(texts: BrowserMessages['manage'], listener: ListsListener) {
    super({ items: new Map(), filter: 'all', words: '', shown: wholeList })
    this.#texts = texts
    this.#listener = listener
  }

  readonly choose = (filter: ListFilter): void => {
    this.update({ filter })
    this.#show()
  }

  /** Searches for what somebody types, once they pause. */
  readonly search = (words: string): void => {
    this.update({ words })
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => this.#show(), typingMs)
  }

  /** Removed items are shown from now on. */
  readonly showRemoved = (): void => {
    if (this.#isRemovedOpen) return
    this.#isRemovedOpen = true
    if (!this.get().removed) this.#listener.onStale()
  }

  /** Loads these items, whether the lists have them or not. */
  readonly need = (ids: readonly string[]): void => {
    this.#needed = ids
    if (this.get().list) this.#loadNeeded(this.get().items).catch(() => this.#listener.onStale())
  }

  /**
   * Replaces an item with the answer to a change of it. If a third version was loaded meanwhile, that may be newer than the answer:
   * everything is loaded again.
   *
   * @param before the version that was changed.
   */
  readonly replaceItem = (item: ManagedItemJson, before: string): void => {
    const shown = this.get().items.get(item.id)?.version ?? before
    if (shown !== before && shown !== item.version) return this.#listener.onStale()
    this.#replacedAt.set(item.id, (this.#replaced += 1))
    this.#setItems([[item.id, item]])
  }

  /**
   * Loads everything that is shown, and then what else is needed.
   *
   * @returns the revision; `undefined` if the user is not an owner, or if something else is to be shown meanwhile.
   * @throws Error for `errorMessage`.
   */
  async load(): Promise<number | undefined> {
    this.#loading = new AbortController()
    const { signal } = this.#loading
    const since = this.#replaced
    try {
      const lists = await this.#loadLists(signal)
      if (signal.aborted) return undefined
      if (!lists) {
        this.#listener.onLoaded(undefined)
        return undefined
      }
      const { main, removed, shown } = lists
      const { counts, revision } = main.first
      const loaded = new Map([...main.items, ...(removed?.items ?? [])].map((item) => [item.id, item]))
      this.#setItems(loaded, since)
      this.update({ list: main.list, removed: removed?.list, counts, shown, revision })
      this.#listener.onLoaded(main.first)
      await this.#loadNeeded(loaded)
      return revision
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }

  /** Loads the next page of a list. @returns the id of its first new item, if there is one. */
  readonly showMore = async (name: ListName): Promise<string | undefined> => {
    const path = this.get()[name]?.next
    const since = this.#replaced
    if (!this.session || path === undefined) return undefined
    const page = await fetchPage(this.session, path).catch((error: unknown) => {
      this.#listener.onError(error)
      return undefined
    })
    const before = this.get()[name]
    if (!page || !before || before.next !== path) return undefined // It was loaded again, and differs.
    this.#rows = { ...this.#rows, [name]: this.#rows[name] + managedPageSize }
    const list = addPage(before, page)
    this.#setItems(
      page.items.map((item) => [item.id, item]),
      since,
    )
    this.update({ [name]: list })
    return list.ids[before.ids.length]
  }

  /** Shows other items, from the first ones on. Answers to what was asked for before change nothing any more. */
  #show(): void {
    clearTimeout(this.#typing)
    this.#rows = { list: managedPageSize, removed: managedPageSize }
    this.#loading.abort()
    this.#listener.onStale()
  }

  async #loadLists(signal: AbortSignal) {
    const { session } = this
    if (!session) return undefined
    const pages = (view: ListView, name: ListName): Promise<LoadedPages | undefined> =>
      loadPages(session, view, { rows: () => this.#rows[name], signal })
    const { filter, words: typed } = this.get()
    const asked = { filter, words: typed.trim() }
    const found = await pages(asked, 'list')
    const meant = found?.list.total === 0 ? readStateName(asked, this.#texts) : undefined
    const main = meant && meant.filter !== 'removed' ? await pages(meant, 'list') : found
    if (!main) return undefined
    const { words } = meant?.filter === 'removed' ? meant : asked
    const isRemovedShown = (this.#isRemovedOpen || asked.words !== '') && main.first.counts.removed > 0
    const removed = isRemovedShown ? await pages({ filter: 'removed', words }, 'removed') : undefined
    return { main, removed, shown: meant ?? asked }
  }

  /** @param loaded items that need no request. @throws Error for `errorMessage`. */
  async #loadNeeded(loaded: ReadonlyMap<string, unknown>): Promise<void> {
    const { session } = this
    if (!session) return
    const since = this.#replaced
    const load = async (id: string) => this.#setItems([[id, await fetchItem(session, id)]], since)
    const missing = this.#needed.filter((id) => !loaded.has(id))
    await Promise.all(missing.map(load))
  }

  /** @param since what was replaced after that stays. If it differs from what was loaded, everything is loaded again. */
  #setItems(loaded: Iterable<readonly [string, ManagedItemJson | undefined]>, since = Infinity): void {
    const items = new Map(this.get().items)
    let isUnclear = false
    for (const [id, item] of loaded) {
      if ((this.#replacedAt.get(id) ?? 0) <= since) items.set(id, item)
      else isUnclear ||= item?.version !== items.get(id)?.version
    }
    this.update({ items })
    if (isUnclear) this.#listener.onStale()
  }
}
