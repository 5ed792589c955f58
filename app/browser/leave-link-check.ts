import type { Asking } from './ask-shop.ts'

/**
 * Has the page of a piece that was just saved show how its link looks.
 *
 * @returns the address of the module that shows it, for the notice; `undefined` when it cannot: the piece is saved all the same.
 */
export async function leaveLinkCheck(asking: Asking, id: string): Promise<string | undefined> {
  if (import.meta.env.DEV) return undefined // A module in development needs what pages without a framework do not have.
  try {
    const { address, leaveSavedPiece } = await import('./saved-link.tsx')
    leaveSavedPiece({ id, idToken: await asking.idToken() })
    return address
  } catch {
    return undefined // No storage, or no connection any more: /manage shows it at any time.
  }
}
