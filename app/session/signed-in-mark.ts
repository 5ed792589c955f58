const key = 'signed-in'

/** Remembers in this browser that a user is signed in. */
export function markSignedIn(): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // Without storage, a session that ended elsewhere goes unnoticed.
  }
}

/**
 * Removes the mark. Call it before signing out: a mark that is still there afterwards means that the session was ended
 * elsewhere.
 *
 * @returns whether there was a mark.
 */
export function consumeSignedInMark(): boolean {
  try {
    const wasSignedIn = localStorage.getItem(key) !== null
    localStorage.removeItem(key)
    return wasSignedIn
  } catch {
    return false
  }
}
