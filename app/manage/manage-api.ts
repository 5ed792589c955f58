import type { BackupWarning } from '../../src/backup/daily/backup-status.ts'
import type { ItemRequest } from '../../src/domain/item.ts'
import type { ShopWarning } from '../../src/domain/shop-settings.ts'
import { apiFetch, toApiError, type ApiResponse } from '../api/api-client.ts'
import type { Session } from '../session/session.ts'
import { hasSameContent, type ManagedItemJson } from './managed-item.ts'

/** The result of a change. `isDone: false`: someone else changed the item first. */
export interface ChangeOutcome {
  readonly isDone: boolean
  readonly item: ManagedItemJson
}

export type ItemStateChange = Partial<Pick<ManagedItemJson, 'sold' | 'hidden' | 'madeToOrder'>>

/** All items, newest first, the catalogue's revision when they were read, and why the shop has no recent backup. */
export interface ManagedList {
  readonly revision: number
  readonly items: readonly ManagedItemJson[]
  /** What is wrong with the shop's settings. */
  readonly warnings: readonly ShopWarning[]
  readonly backup?: BackupWarning
}

/** @returns `undefined` if the user is not an owner. @throws Error for `errorMessage`. */
export async function listItems(session: Session): Promise<ManagedList | undefined> {
  const response = await apiFetch(session, { method: 'GET', path: '/api/manage/items' })
  if (response.status === 403) return undefined
  if (!response.isOk) throw toApiError(response)
  return response.body as unknown as ManagedList
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
