import type { ReactNode } from 'react'

import { homePath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'

interface NarrowPageProps {
  readonly title: string
  /** Announced by screen readers when it changes. */
  readonly status: string | false
  /** Shown without JavaScript. */
  readonly needsScript: string
  readonly children: ReactNode
}

/** The layout of the form and list pages, with a link back to the shop. */
export function NarrowPage({ title, status, needsScript, children }: NarrowPageProps) {
  const { item } = useMessages()
  return (
    <div className="page page-narrow">
      <p>
        <a className="plain-link" href={homePath}>
          {item.back}
        </a>
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
