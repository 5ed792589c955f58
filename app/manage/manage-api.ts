import type { BackupReport } from '../../src/backup/daily/backup-status.ts'
import type { ManagedPage } from '../../src/catalogue/search/search-results.ts'
import type { NamesOfCategory } from '../../src/domain/catalogue/category-names.ts'
import { managedItemsPath } from '../../src/domain/catalogue/managed-list.ts'
import type { CategoryRename } from '../../src/domain/catalogue/rename-category.ts'
import type { ItemRequest } from '../../src/domain/item.ts'
import type { SettingsReport } from '../../src/domain/shop-settings.ts'
import type { Reservation } from '../../src/domain/stored-fields.ts'
import type { KeptNotice } from '../../src/owners/notices/kept-notices.ts'
import { apiFetch, callApi, toApiError, type ApiResponse } from '../api/api-client.ts'
import type { Session } from '../session/session.ts'
import { hasSameContent, type ManagedItemJson } from './managed-item.ts'

/** The result of a change. `isDone: false`: someone else changed the item first. */
export interface ChangeOutcome {
  readonly isDone: boolean
  readonly item: ManagedItemJson
}

export type ItemStateChange = Partial<Pick<ManagedItemJson, 'sold' | 'hidden' | 'madeToOrder' | 'price'> & Reservation>

/** Items of a list, newest first, and what the page shows next to them. */
export interface ManagedListPage extends Omit<ManagedPage, 'items' | 'next'>, SettingsReport {
  readonly items: readonly ManagedItemJson[]
  /** The path of the next page; none on the last. */
  readonly next?: string
  /** None in the cloud. */
  readonly backup?: BackupReport
}

/** A notice for owners, as the API sends it: times are ISO 8601. */
export type NoticeJson = Omit<KeptNotice, 'at' | 'keptUntil'> & {
  readonly at: string
  readonly keptUntil: string | null
}

const noticesPath = '/api/manage/notices'

/** @returns `undefined` if the user is not an owner. @throws Error for `errorMessage`. */
export async function fetchNotices(session: Session): Promise<readonly NoticeJson[] | undefined> {
  const response = await apiFetch(session, { method: 'GET', path: noticesPath })
  if (response.status === 401 || response.status === 403) return undefined
  if (!response.isOk) throw toApiError(response)
  return response.body?.['notices'] as readonly NoticeJson[]
}

/** Dismisses a notice and all older ones. @throws Error for `errorMessage`. */
export async function dismissNotice(session: Session, id: string): Promise<void> {
  await callApi(session, { method: 'DELETE', path: `${noticesPath}/${id}` })
}

/** A category that visitors see, and how many of its items. */
export interface CategoryCount {
  readonly name: string
  readonly count: number
}

const categoriesPath = '/api/manage/categories'

/** @returns `undefined` if the user is not an owner. @throws Error for `errorMessage`. */
export async function fetchPage(
  session: Session,
  path: string,
  signal?: AbortSignal,
): Promise<ManagedListPage | undefined> {
  const response = await apiFetch(session, { method: 'GET', path, ...(signal && { signal }) })
  if (response.status === 403) return undefined
  if (!response.isOk) throw toApiError(response)
  return response.body as unknown as ManagedListPage
}

/** @returns `undefined` if there is no such item. @throws Error for `errorMessage`. */
export async function fetchItem(session: Session, id: string): Promise<ManagedItemJson | undefined> {
  const path = `${managedItemsPath}/${encodeURIComponent(id)}`
  const response = await apiFetch(session, { method: 'GET', path })
  if (response.status === 404 || response.status === 410) return undefined
  if (!response.isOk) throw toApiError(response)
  return response.body as unknown as ManagedItemJson
}

/** @throws Error for `errorMessage`. */
export async function fetchCategories(session: Session): Promise<readonly CategoryCount[]> {
  const request = { method: 'GET', path: categoriesPath }
  return (await callApi<{ categories: readonly CategoryCount[] }>(session, request)).categories
}

/**
 * Repeats the request until all items are renamed: of thousands, the server renames some at a time.
 *
 * @returns the category as it is afterwards. @throws FieldsError if the name is invalid; Error for `errorMessage`.
 */
export async function renameCategory(session: Session, body: CategoryRename): Promise<CategoryCount> {
  const request = { method: 'POST', path: `${categoriesPath}/rename`, body }
  for (;;) {
    const { isDone, category } = await callApi<{ isDone?: boolean; category: CategoryCount }>(session, request)
    if (isDone !== false) return category // During an upgrade, a process of another version may answer.
  }
}

const categoryNamesPath = '/api/manage/category-names'

/** What a category is called in each language, if it has a name there. @throws Error for `errorMessage`. */
export async function fetchCategoryNames(session: Session, category: string): Promise<NamesOfCategory> {
  const path = `${categoryNamesPath}?${new URLSearchParams({ category }).toString()}`
  return (await callApi<{ names: NamesOfCategory }>(session, { method: 'GET', path })).names
}

/** @param names those that are left out stay. @throws FieldsError if a name is invalid, by its language; Error for `errorMessage`. */
export async function saveCategoryNames(session: Session, category: string, names: NamesOfCategory): Promise<void> {
  await callApi(session, { method: 'PUT', path: categoryNamesPath, body: { category, names } })
}

/** @throws Error for `errorMessage`. */
export async function saveItem(session: Session, item: ManagedItemJson, body: ItemRequest): Promise<ChangeOutcome> {
  return change(session, item, { method: 'PUT', body })
}

/** @throws Error for `errorMessage`. */
export async function setItemState(
  session: Session,
  item: ManagedItemJson,
  body: ItemStateChange,
): Promise<ChangeOutcome> {
  return change(session, item, { method: 'PATCH', body })
}

/** @throws Error for `errorMessage`. */
export async function setItemRemoved(
  session: Session,
  item: ManagedItemJson,
  isRemoved: boolean,
): Promise<ChangeOutcome> {
  const path = pathOf(item)
  const request = isRemoved ? { method: 'DELETE', path } : { method: 'POST', path: `${path}/restore` }
  return toOutcome(await apiFetch(session, request))
}

/** Retries with the latest version if someone else's change left the content as it was. */
async function change(
  session: Session,
  item: ManagedItemJson,
  request: { method: string; body: object },
): Promise<ChangeOutcome> {
  let { version } = item
  for (;;) {
    const outcome = toOutcome(await apiFetch(session, { ...request, path: pathOf(item), version }))
    const isSettled = outcome.isDone || outcome.item.version === version || !hasSameContent(item, outcome.item)
    if (isSettled) return outcome
    version = outcome.item.version
  }
}

function pathOf({ id }: ManagedItemJson): string {
  return `/api/items/${id}`
}

function toOutcome(response: ApiResponse): ChangeOutcome {
  if (response.isOk) return { isDone: true, item: response.body as unknown as ManagedItemJson }
  if (response.status === 412) return { isDone: false, item: response.body?.['item'] as ManagedItemJson }
  throw toApiError(response)
}
