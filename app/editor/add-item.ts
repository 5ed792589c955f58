import type { ItemRequest } from '../../src/domain/item.ts'
import { askShop, refusalOf } from '../api/api-client.ts'
import type { Session } from '../session/session.ts'

/** An earlier attempt has added the item already, otherwise than it is now; `message` is for people. */
export class AlreadyAdded extends Error {
  /** `undefined` when it is not to be seen any more. */
  readonly itemId: string | undefined

  constructor(message: string, itemId: string | undefined) {
    super(message)
    this.itemId = itemId
  }
}

/**
 * Adds an item through the API. Each attempt with the same key is the same addition: when an answer was lost, the next
 * one gives the item.
 *
 * @returns the item's id.
 * @throws AlreadyAdded
 * @throws Error whose message is for people.
 */
export async function addItem(session: Session, item: ItemRequest, idempotencyKey: string): Promise<string> {
  const answer = await askShop(session, { method: 'POST', path: '/api/items', body: item, idempotencyKey })
  const id = answer.body?.['id']
  if (answer.isOk && typeof id === 'string') return id
  const refusal = refusalOf(answer)
  if (answer.status !== 409) throw refusal
  const added = answer.body?.['item'] as { readonly id: string } | undefined
  throw new AlreadyAdded(refusal.message, added?.id)
}
