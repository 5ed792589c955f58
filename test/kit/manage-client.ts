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

/** Lists all items, as an owner. */
export async function listManaged(url: string, idToken: string): Promise<ManagedItem[]> {
  const answer = await callApi(url, idToken, { method: 'GET', path: '/manage/items' })
  return ((await answer.json()) as { items: ManagedItem[] }).items
}
