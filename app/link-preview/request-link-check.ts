import type { Asking } from '../api/api-client.ts'

/**
 * Loads what shows how the link of a piece looks that is about to be saved.
 *
 * @returns has that piece's page show it, and gives the address of the module that does, for the notice; `undefined` when
 * it cannot: the piece is saved all the same.
 */
export async function prepareLinkCheck(asking: Asking): Promise<((id: string) => string) | undefined> {
  if (import.meta.env.DEV) return undefined // A module in development needs what pages without a framework do not have.
  try {
    const [{ address, leaveSavedPiece }, idToken] = await Promise.all([
      import('./check-after-save.tsx'),
      asking.idToken(),
    ])
    return (id) => {
      leaveSavedPiece({ id, idToken })
      return address
    }
  } catch {
    return undefined // No connection any more: /manage shows it at any time.
  }
}
