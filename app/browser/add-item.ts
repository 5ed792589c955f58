import type { NewItem } from '../../src/domain/item.ts'
import { create } from '../../src/domain/messages.ts'
import { adviseOn } from './reactions.ts'
import type { Session } from './session.ts'

/**
 * Adds an item through the API.
 *
 * @returns the new item's id.
 * @throws Error whose message is for people.
 */
export async function addItem(session: Session, item: NewItem): Promise<string> {
  let answer = await post(item, await tokenOf(session))
  if (answer.status === 401) answer = await post(item, await tokenOf(session, { renew: true }))
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && isRecord(body) && typeof body.id === 'string') return body.id
  const error = isRecord(body) ? body.error : undefined
  throw new Error(isRecord(error) && typeof error.message === 'string' ? error.message : create.badAnswer)
}

function tokenOf(session: Session, options?: { renew: boolean }): Promise<string> {
  return session.idToken(options).catch((cause: unknown) => {
    throw new Error(adviseOn(cause).words, { cause })
  })
}

function post(item: NewItem, idToken: string): Promise<Response> {
  return fetch('/api/items', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${idToken}` },
    body: JSON.stringify(item),
  }).catch((cause: unknown) => {
    throw new Error(create.noConnection, { cause })
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
