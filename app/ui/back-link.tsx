import type { MouseEvent } from 'react'

import { accountActionPath, homePath, signInPath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'

/** Pages that are only on the way to another one. */
const passedPaths: ReadonlySet<string> = new Set([signInPath(), accountActionPath])

/** A link to the page that the visitor came from; without one of this shop, to the home page. */
export function BackLink({ onBack }: { onBack?: (() => void) | undefined }) {
  const { item } = useMessages()
  const goBack = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return // A new tab.
    if (!onBack && !cameFromShop()) return
    event.preventDefault()
    if (onBack) onBack()
    else history.back()
  }
  return (
    <a className="plain-link" href={homePath} onClick={goBack}>
      {item.back}
    </a>
  )
}

/** Whether going back leads to a page of this shop, other than one of {@link passedPaths}. */
function cameFromShop(): boolean {
  const previous = previousUrl()
  return previous?.origin === location.origin && !passedPaths.has(previous.pathname)
}

/** The URL of the previous history entry; a browser without the Navigation API knows the page that led here. */
function previousUrl(): URL | null {
  if (!('navigation' in window)) return history.length > 1 ? URL.parse(document.referrer) : null
  const { currentEntry } = navigation
  return URL.parse(navigation.entries()[(currentEntry?.index ?? 0) - 1]?.url ?? '')
}
