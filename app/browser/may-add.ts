import type { Session } from './session.ts'

/**
 * Whether the server would let whoever is signed in add pieces. When it does not say, they may try: it is asked again when
 * they do.
 */
export async function askMayAdd(session: Session): Promise<boolean> {
  try {
    const idToken = await session.idToken()
    const answer = await fetch('/api/me', { headers: { Authorization: `Bearer ${idToken}` } })
    const me: unknown = answer.ok ? await answer.json() : undefined
    return !(typeof me === 'object' && me !== null && 'mayAdd' in me && me.mayAdd === false)
  } catch {
    return true
  }
}
