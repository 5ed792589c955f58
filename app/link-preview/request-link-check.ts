import type { TokenSource } from '../api/api-client.ts'

/**
 * Loads the link check for an item that is about to be saved.
 *
 * @returns a function that requests the check for the item's page, and returns the URL of the module to import there;
 * `undefined` if loading fails.
 */
export async function loadLinkCheck(tokenSource: TokenSource): Promise<((id: string) => string) | undefined> {
  if (import.meta.env.DEV) return undefined // In development, modules need Vite's client, which visitor pages do not have.
  try {
    const [{ moduleUrl, saveForNextPage }, idToken] = await Promise.all([
      import('./check-after-save.tsx'),
      tokenSource.idToken(),
    ])
    return (id) => {
      saveForNextPage({ id, idToken })
      return moduleUrl
    }
  } catch {
    return undefined // No connection. Owners can still open the link preview in /manage.
  }
}
