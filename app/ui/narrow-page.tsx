import type { MouseEvent, ReactNode } from 'react'

import { accountActionPath, homePath, signInPagePath, signInPath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'
import { isPlainClick } from './plain-click.ts'

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
    if (!isPlainClick(event.nativeEvent)) return
    if (onBack) onBack()
    else if (!goToPreviousPage()) return
    event.preventDefault()
  }
  return (
    <a className="plain-link" href={homePath} onClick={goBack}>
      {item.back}
    </a>
  )
}

/** @returns whether the tab came from a page of this shop, other than one that is only on the way to another. */
function goToPreviousPage(): boolean {
  const entry = previousEntry()
  const { origin, pathname } = new URL(entry?.url || 'about:blank')
  if (origin !== location.origin || pathname === signInPagePath || pathname === accountActionPath) return false
  if (!entry?.key) history.back()
  else navigation.traverseTo(entry.key)
  return true
}

/** Of another page: links to a part of this one have added entries, too. */
function previousEntry(): { readonly url: string | null; readonly key?: string } | undefined {
  // A browser without the Navigation API knows the page that led here.
  if (!('navigation' in window)) return { url: history.length > 1 ? document.referrer : null }
  const [thisPage] = location.href.split('#')
  const earlier = navigation.entries().slice(0, navigation.currentEntry?.index)
  return earlier.findLast(({ url }) => url?.split('#')[0] !== thisPage)
}
