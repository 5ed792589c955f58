import type { MouseEvent } from 'react'

import { useMessages } from '../use-messages.ts'
import { isPlainClick } from './plain-click.ts'

/**
 * Leads past the header. On hydrated pages without another address, which would be one more entry in the history, and take the place
 * of what the fragment says already.
 */
export function SkipLink() {
  const { site } = useMessages()
  return (
    <a className="skip-link" href="#main" onClick={focusMain}>
      {site.skipToContent}
    </a>
  )
}

function focusMain(event: MouseEvent): void {
  const main = document.querySelector('main')
  if (!main || !isPlainClick(event.nativeEvent)) return
  event.preventDefault()
  main.tabIndex = -1
  // A click into the page must not put the focus back to its beginning.
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true })
  main.focus()
}
