import type { MouseEvent } from 'react'

import { useMessages } from '../use-messages.ts'

/**
 * Leads past the header. On hydrated pages to the first link, '← Back', and without another address: that would be one more entry in
 * the history, and would take the place of what the fragment says already.
 */
export function SkipLink() {
  const { site } = useMessages()
  return (
    <a className="skip-link" href="#main" onClick={focusContent}>
      {site.skipToContent}
    </a>
  )
}

function focusContent(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('main a')?.focus()
}
