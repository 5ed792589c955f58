import type { ItemRequest } from '../../src/domain/item.ts'
import { apiFetch, toApiError } from '../api/api-client.ts'
import { errorMessage, LocalizedError } from '../api/localized-error.ts'
import type { Session } from '../session/session.ts'

/** An earlier attempt has added the item already, with other content. */
export class AlreadyAddedError extends LocalizedError {
  /** `undefined` if visitors no longer see the item. */
  readonly itemId: string | undefined

  constructor(cause: Error, itemId: string | undefined) {
    super((messages) => errorMessage(cause, messages), { cause })
    this.itemId = itemId
  }
}

/**
 * Adds an item through the API. Attempts with the same key add it once: if a response was lost, the next attempt returns
 * the item.
 *
 * @returns the item's id.
 * @throws AlreadyAddedError
 * @throws Error for `errorMessage`.
 */
export async function addItem(session: Session, item: ItemRequest, idempotencyKey: string): Promise<string> {
  const response = await apiFetch(session, { method: 'POST', path: '/api/items', body: item, idempotencyKey })
  const id = response.body?.['id']
  if (response.isOk && typeof id === 'string') return id
  const error = toApiError(response)
  if (response.status !== 409) throw error
  const added = response.body?.['item'] as { readonly id: string } | undefined
  throw new AlreadyAddedError(error, added?.id)
}
