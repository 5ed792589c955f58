import type { ReactNode } from 'react'

import { homePath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'

interface NarrowPageProps {
  readonly title: string
  /** Where things stand; read out when it becomes another. */
  readonly status: string | false
  /** What is said where there is no script. */
  readonly needsScript: string
  readonly children: ReactNode
}

/** A page with something to fill in or to look after, and the way back to the shop. */
export function NarrowPage({ title, status, needsScript, children }: NarrowPageProps) {
  const { item } = useMessages()
  return (
    <div className="page page-narrow">
      <p>
        <a className="back" href={homePath}>
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
