import type { ReactNode } from 'react'

import { BackLink } from './back-link.tsx'

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
