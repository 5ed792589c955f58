/** Remembers a mark in this browser, or forgets it. A browser without storage remembers nothing. */
export function setMark(name: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(name, 'yes')
    else localStorage.removeItem(name)
  } catch {
    // There is no storage.
  }
}

export function hasMark(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}
