import type { ItemRequest } from '../../src/domain/item.ts'
import { askShop, refusalOf } from './ask-shop.ts'
import type { Session } from './session.ts'

/**
 * Adds an item through the API.
 *
 * @returns the new item's id.
 * @throws Error whose message is for people.
 */
export async function addItem(session: Session, item: ItemRequest): Promise<string> {
  const answer = await askShop(session, { method: 'POST', path: '/api/items', body: item })
  const id = answer.body?.['id']
  if (answer.isOk && typeof id === 'string') return id
  throw refusalOf(answer)
}
