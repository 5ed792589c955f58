const signedIn = 'signed-in'

/** Of this browser, or of this tab. */
type StorageName = 'localStorage' | 'sessionStorage'

/** Remembers a mark, or forgets it. A browser without storage remembers nothing. */
export function setMark(name: string, isSet: boolean, storage: StorageName = 'localStorage'): void {
  try {
    if (isSet) window[storage].setItem(name, 'yes')
    else window[storage].removeItem(name)
  } catch {
    // There is no storage.
  }
}

export function hasMark(name: string, storage: StorageName = 'localStorage'): boolean {
  try {
    return window[storage].getItem(name) !== null
  } catch {
    return false
  }
}

/**
 * Remembers in this browser whether the server has said that the user is an owner. Visitor pages, which are the same for
 * everyone, show owners their links by it (`app/document/early-script.ts`); it grants nothing. Without storage, they have
 * no links for owners.
 */
export function keepOwnerMark(isOwner: boolean): void {
  document.documentElement.toggleAttribute('data-owner', isOwner)
  setMark('owner', isOwner)
}

/** Remembers in this browser that a user is signed in. Without storage, a session that ended elsewhere goes unnoticed. */
export function markSignedIn(): void {
  setMark(signedIn, true)
}

/**
 * Removes the mark. Call it before signing out: a mark that is still there afterwards means that the session was ended
 * elsewhere.
 *
 * @returns whether there was a mark.
 */
export function consumeSignedInMark(): boolean {
  const wasSignedIn = hasMark(signedIn)
  setMark(signedIn, false)
  return wasSignedIn
}
