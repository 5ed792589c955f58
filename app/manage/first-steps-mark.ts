const key = 'first-steps'

/** Whether the owner has hidden the first steps in this browser. */
export function areFirstStepsHidden(): boolean {
  try {
    return localStorage.getItem(key) === 'hidden'
  } catch {
    return false // Without storage, they are hidden until the page is left.
  }
}

export function hideFirstSteps(): void {
  try {
    localStorage.setItem(key, 'hidden')
  } catch {
    // As above.
  }
}
