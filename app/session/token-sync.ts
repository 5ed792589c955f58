import { onIdTokenChanged } from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'

/** An older token is no sign-in of this moment, and its cookie would soon end. (specification, 7 and 9) */
const maxAgeMs = 300_000

/**
 * Keeps the server told of who is signed in: their ID token, or that there is nobody. The server keeps it in a cookie.
 *
 * No sign-in waits for that, so that none fails with a sync that got lost (`auth/login-blocked`, for who syncs in
 * `beforeAuthStateChanged`). What did not reach the server is sent when there is news or the network is back.
 */
export function syncToken(auth: Auth, path: string): void {
  const url = new URL(path, location.origin)
  if (!isSecureContext || url.origin !== location.origin) return

  let told: string | null | undefined
  let turn = Promise.resolve()

  const tell = async () => {
    const idToken = auth.currentUser && (await youngToken(auth.currentUser))
    if (idToken === undefined || idToken === told) return
    const request: RequestInit = idToken
      ? { method: 'POST', headers: { Authorization: `Bearer ${idToken}` } }
      : { method: 'DELETE' }
    const answer = await fetch(url, { ...request, keepalive: true }) // A page that is left still sends it.
    if (answer.ok) told = idToken
  }
  // One after the other, or a sign-out could overtake the sign-in before it. What is lost is no one's concern here.
  const takeTurn = () => {
    turn = turn.then(tell).catch(() => undefined)
  }
  onIdTokenChanged(auth, takeTurn)
  addEventListener('online', takeTurn)
}

/** The user's ID token unless it is too old to be sent. */
async function youngToken(user: User): Promise<string | undefined> {
  const { token, issuedAtTime } = await user.getIdTokenResult()
  return Date.now() - Date.parse(issuedAtTime) > maxAgeMs ? undefined : token
}
