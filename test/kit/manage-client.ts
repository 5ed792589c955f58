import type { NewItem } from './api-client.ts'

/** An item as owners get it. */
export interface ManagedItem extends NewItem {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly sold: boolean
  readonly hidden: boolean
  readonly removedAt: string | null
}

export interface ApiCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly version?: string
}

/** Calls the API, with or without an ID token. */
export function callApi(
  url: string,
  idToken: string | undefined,
  { method, path, body, version }: ApiCall,
): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(idToken !== undefined && { Authorization: `Bearer ${idToken}` }),
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** One page of items, as an owner gets it. */
export interface ManagedPage {
  readonly revision: number
  readonly items: ManagedItem[]
  readonly total: number
  readonly next?: string
  readonly counts: Readonly<Record<string, number>>
}

/** A page of items, as an owner. @param query such as `?state=sold`, or the part of `next` after the path. */
export async function listPage(url: string, idToken: string, query = ''): Promise<ManagedPage> {
  const answer = await callApi(url, idToken, { method: 'GET', path: `/manage/items${query}` })
  if (!answer.ok) throw new Error(`GET /manage/items${query}: ${answer.status}`)
  return (await answer.json()) as ManagedPage
}

/** All pages of a list, as an owner. */
export async function listPages(url: string, idToken: string, query = ''): Promise<ManagedItem[]> {
  const items: ManagedItem[] = []
  for (let from: string | undefined = query; from !== undefined;) {
    const page: ManagedPage = await listPage(url, idToken, from)
    items.push(...page.items)
    from = page.next?.replace('/api/manage/items', '')
  }
  return items
}

/** Lists all items, as an owner: each newest first, the removed ones last. */
export async function listManaged(url: string, idToken: string): Promise<ManagedItem[]> {
  return [...(await listPages(url, idToken)), ...(await listPages(url, idToken, '?state=removed'))]
}

/** Changes these settings of the shop, as an owner. */
export async function changeSettings(url: string, idToken: string, changes: object): Promise<void> {
  const path = '/manage/shop'
  const before = await callApi(url, idToken, { method: 'GET', path })
  const version = before.headers.get('ETag')?.replaceAll('"', '') ?? ''
  const body = { ...((await before.json()) as object), ...changes }
  const answer = await callApi(url, idToken, { method: 'PUT', path, body, version })
  if (!answer.ok) throw new Error(await answer.text())
}
