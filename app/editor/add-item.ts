import type { ItemRequest } from '../../src/domain/item.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { apiFetch, toApiError } from '../api/api-client.ts'
import { errorMessage, LocalizedError } from '../api/localized-error.ts'
import type { Session } from '../session/session.ts'
import { leaveFlashMessage } from '../visitor/flash-message.ts'

/** An earlier attempt has added the item already, with other content. */
export class AlreadyAddedError extends LocalizedError {
  /** `undefined` if visitors no longer see the item. */
  readonly itemId: string | undefined

  constructor(cause: Error, itemId: string | undefined) {
    super((messages) => errorMessage(cause, messages), { cause })
    this.itemId = itemId
  }
}

/** What follows once an item is saved. */
export interface AfterSaving {
  /** The id of an added item, whose page comes next; `undefined` if the form is closed. */
  readonly added?: string
  /** Leaves the form, which has no input any more. */
  readonly leave: () => void
  /** The form has more input by now, or was left before. May throw an error for `errorMessage`. */
  readonly stay: () => void
}

export interface AddOptions {
  readonly session: Session
  readonly identity: PublicIdentity
  /** The same for each attempt: they add one item. If a response was lost, the next attempt returns the item. */
  readonly idempotencyKey: string
  /** What the item's page says. */
  readonly added: string
}

/**
 * Adds an item, whose page is next.
 *
 * @throws AlreadyAddedError
 * @throws Error for `errorMessage`.
 */
export async function addItem(
  item: ItemRequest,
  { session, identity, idempotencyKey, added }: AddOptions,
): Promise<AfterSaving> {
  const id = await postItem(session, item, idempotencyKey)
  return {
    added: id,
    leave() {
      leaveFlashMessage(added, { id, identity })
      location.assign(itemPath(id))
    },
    stay() {
      throw new AlreadyAddedError(new LocalizedError(({ problems }) => problems.alreadyAdded), id)
    },
  }
}

/** @returns the item's id. */
async function postItem(session: Session, item: ItemRequest, idempotencyKey: string): Promise<string> {
  const response = await apiFetch(session, { method: 'POST', path: '/api/items', body: item, idempotencyKey })
  const id = response.body?.['id']
  if (response.isOk && typeof id === 'string') return id
  const error = toApiError(response)
  if (response.status !== 409) throw error
  const added = response.body?.['item'] as { readonly id: string } | undefined
  throw new AlreadyAddedError(error, added?.id)
}
