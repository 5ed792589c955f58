import { onIdTokenChanged, type Auth, type User } from 'firebase/auth'

/** An older token is not a recent sign-in, and its cookie would soon expire. (specification, 7 and 9) */
const maxAgeMs = 300_000

/**
 * Sends the user's ID token to the server, or that the user has signed out. The server stores it in a cookie.
 *
 * Signing in does not wait for the sync, so a failed sync does not fail it (a sync in `beforeAuthStateChanged` fails with
 * `auth/login-blocked`). A failed sync is repeated on the next change, or when the network is back.
 */
export function syncToken(auth: Auth, path: string): void {
  const url = new URL(path, location.origin)
  if (!isSecureContext || url.origin !== location.origin) return

  let synced: string | null | undefined
  let queue = Promise.resolve()

  const sync = async () => {
    const idToken = auth.currentUser && (await freshToken(auth.currentUser))
    if (idToken === undefined || idToken === synced) return
    const request: RequestInit = idToken
      ? { method: 'POST', headers: { Authorization: `Bearer ${idToken}` } }
      : { method: 'DELETE' }
    const response = await fetch(url, { ...request, keepalive: true }) // Sent even if the page is left.
    if (response.ok) synced = idToken
  }
  // In order, or a sign-out could overtake the sign-in before it. Errors are ignored.
  const enqueue = () => {
    queue = queue.then(sync).catch(() => undefined)
  }
  onIdTokenChanged(auth, enqueue)
  addEventListener('online', enqueue)
}

/** The user's ID token; `undefined` if it is too old. */
async function freshToken(user: User): Promise<string | undefined> {
  const { token, issuedAtTime } = await user.getIdTokenResult()
  return Date.now() - Date.parse(issuedAtTime) > maxAgeMs ? undefined : token
}
