import { site } from '../../src/domain/messages.ts'

const key = 'notice'

/** Leaves words for the page that this tab goes to next. */
export function leaveNotice(words: string): void {
  try {
    sessionStorage.setItem(key, words)
  } catch {
    // No storage, no notice: the page that follows shows by itself what was done.
  }
}

/** Shows the words that the page before left, as an alert that stays until it is dismissed. */
export function showNotice(): void {
  const words = takeNotice()
  if (words === null) return
  const text = document.createElement('p')
  text.textContent = words
  const dismiss = document.createElement('button')
  dismiss.ariaLabel = site.dismiss
  dismiss.textContent = '×'
  const alert = document.createElement('div')
  alert.className = 'alert'
  alert.role = 'alert'
  dismiss.onclick = () => alert.remove()
  document.body.append(alert)
  alert.append(text, dismiss)
}

function takeNotice(): string | null {
  try {
    const words = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return words
  } catch {
    return null
  }
}
