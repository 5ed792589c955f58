import type { MouseEvent, ReactNode } from 'react'

import { accountActionPath, homePath, signInPagePath, signInPath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'

interface NarrowPageProps {
  readonly title: string
  /** Announced by screen readers when it changes. */
  readonly status: string | false
  /** Shown without JavaScript. */
  readonly needsScript: string
  /** Goes back within the page, instead of to the page that the visitor came from. */
  readonly onBack?: (() => void) | undefined
  readonly children: ReactNode
}

/** The layout of the form and list pages, with a link back. */
export function NarrowPage({ title, status, needsScript, onBack, children }: NarrowPageProps) {
  return (
    <div className="page page-narrow">
      <p>
        <BackLink onBack={onBack} />
      </p>
      <h2>{title}</h2>
      <p className="quiet" role="status">
        {status}
      </p>
      <noscript>
        <p>{needsScript}</p>
      </noscript>
      {children}
    </div>
  )
}

interface SignInLinkProps {
  /** The path to continue at afterwards. */
  readonly next: string
  /** Whether what the user typed outlives this page: if not, signing in happens in another tab. */
  readonly isKept: boolean
  readonly label: string
}

/** For a page whose user must be signed in. */
export function SignInLink({ next, isKept, label }: SignInLinkProps) {
  return (
    <p className="actions">
      <a className="button" href={signInPath(next)} target={isKept ? undefined : '_blank'}>
        {label}
      </a>
    </p>
  )
}

/** A link to the page that the visitor came from; without one of this shop, to the home page. */
function BackLink({ onBack }: { onBack?: (() => void) | undefined }) {
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

/** Whether going back leads to a page of this shop, other than one that is only on the way to another. */
function cameFromShop(): boolean {
  const { origin, pathname } = new URL(previousUrl() || 'about:blank')
  return origin === location.origin && pathname !== signInPagePath && pathname !== accountActionPath
}

/** The URL of the previous history entry, if there is one; a browser without the Navigation API knows the page that led here. */
function previousUrl(): string | null | undefined {
  if (!('navigation' in window)) return history.length > 1 ? document.referrer : ''
  const { currentEntry } = navigation
  return navigation.entries()[(currentEntry?.index ?? 0) - 1]?.url
}
