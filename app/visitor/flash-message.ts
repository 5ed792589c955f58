import { createDismissButton } from './dismiss-button.ts'

const key = 'notice'

/**
 * Leaves a flash message for the next page of this tab, and perhaps the URL of a module to import there: pages without a
 * framework contain only what every visitor needs.
 */
export function leaveFlashMessage(text: string, module = ''): void {
  try {
    sessionStorage.setItem(key, `${text}\n${module}`)
  } catch {
    // Without storage there is no message; the next page shows the result anyway.
  }
}

/** Shows the flash message of the previous page, as an alert that stays until dismissed. */
export function showFlashMessage(): void {
  const [message, module] = consumeFlashMessage().split('\n')
  if (!message) return
  if (module) void import(/* @vite-ignore */ module)
  const text = document.createElement('p')
  text.textContent = message
  const dismiss = createDismissButton()
  const alert = document.createElement('div')
  alert.className = 'alert'
  alert.role = 'alert'
  dismiss.onclick = () => alert.remove()
  document.body.append(alert)
  alert.append(text, dismiss)
}

function consumeFlashMessage(): string {
  try {
    const stored = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return stored ?? ''
  } catch {
    return ''
  }
}
