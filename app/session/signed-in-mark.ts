import { hasMark, setMark } from './marks.ts'

const name = 'signed-in'

/** Remembers in this browser that a user is signed in. Without storage, a session that ended elsewhere goes unnoticed. */
export function markSignedIn(): void {
  setMark(name, true)
}

/**
 * Removes the mark. Call it before signing out: a mark that is still there afterwards means that the session was ended
 * elsewhere.
 *
 * @returns whether there was a mark.
 */
export function consumeSignedInMark(): boolean {
  const wasSignedIn = hasMark(name)
  setMark(name, false)
  return wasSignedIn
}
