const key = 'signed-in'

/** Remembers, for this browser, that somebody is signed in. */
export function markSignedIn(): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // Where nothing can be stored, nobody is missed later.
  }
}

/**
 * Forgets it. To be called before somebody signs out: whoever finds it afterwards was signed out by something else.
 *
 * @returns whether somebody was.
 */
export function takeSignedInMark(): boolean {
  try {
    const wasSignedIn = localStorage.getItem(key) !== null
    localStorage.removeItem(key)
    return wasSignedIn
  } catch {
    return false
  }
}
