import { createDismissButton } from './dismiss-button.ts'

const key = 'notice'

/**
 * Leaves words for the page that this tab goes to next, and perhaps the address of a module of ours that has more to show
 * there: a page without a framework has in it only what every visitor needs.
 */
export function leaveNotice(words: string, module = ''): void {
  try {
    sessionStorage.setItem(key, `${words}\n${module}`)
  } catch {
    // No storage, no notice: the page that follows shows by itself what was done.
  }
}

/** Shows the words that the page before left, as an alert that stays until it is dismissed. */
export function showNotice(): void {
  const [words, module] = takeNotice().split('\n')
  if (!words) return
  if (module) void import(/* @vite-ignore */ module)
  const text = document.createElement('p')
  text.textContent = words
  const dismiss = createDismissButton()
  const alert = document.createElement('div')
  alert.className = 'alert'
  alert.role = 'alert'
  dismiss.onclick = () => alert.remove()
  document.body.append(alert)
  alert.append(text, dismiss)
}

function takeNotice(): string {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return kept ?? ''
  } catch {
    return ''
  }
}
