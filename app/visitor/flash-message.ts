import type { PublicIdentity } from '../../src/pages/page.ts'
import { createDismissButton } from './dismiss-button.ts'

const messageKey = 'notice'
const itemKey = 'saved-item'

/** An item that was just saved, and what its page needs to check its link as the signed-in user. */
export interface SavedItem {
  readonly id: string
  readonly identity: PublicIdentity
}

/** Leaves a flash message for the page of a saved item, which is the next of this tab. */
export function leaveFlashMessage(text: string, saved: SavedItem): void {
  try {
    sessionStorage.setItem(messageKey, text)
    sessionStorage.setItem(itemKey, JSON.stringify(saved))
  } catch {
    // Without storage there is no message; the next page shows the result anyway.
  }
}

/** On the page of an item: shows the flash message of the previous page, until it is dismissed or Escape is pressed. */
export function showFlashMessage(): void {
  let message
  try {
    message = sessionStorage.getItem(messageKey)
    sessionStorage.removeItem(messageKey)
  } catch {
    // Without storage there is no message.
  }
  if (!message) return
  // Only this visit needs the app. The item's page has its address.
  const app = document.querySelector<HTMLElement>('[data-app]')?.dataset['app']
  if (app) void import(/* @vite-ignore */ app)
  const text = document.createElement('p')
  text.textContent = message
  const dismiss = createDismissButton()
  const alert = document.createElement('div')
  alert.className = 'alert'
  alert.role = 'alert'
  dismiss.onclick = () => alert.remove()
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') alert.remove()
  })
  document.querySelector('main')!.prepend(alert)
  alert.append(text, dismiss)
}

/** The item that was saved on the previous page, once. */
export function consumeSavedItem(): SavedItem | undefined {
  const stored = sessionStorage.getItem(itemKey)
  sessionStorage.removeItem(itemKey)
  return stored === null ? undefined : (JSON.parse(stored) as SavedItem)
}
