import type { ReactNode } from 'react'

import { homePath } from '../../src/domain/page-paths.ts'
import { useLocalPath, useMessages } from '../use-messages.ts'

interface PageMessageProps {
  readonly message: string
  readonly role?: 'alert' | undefined
  /** Other ways on. */
  readonly children?: ReactNode
}

/** A message in place of the page's content, with a link to the home page. */
export function PageMessage({ message, role, children }: PageMessageProps) {
  const { item } = useMessages()
  const local = useLocalPath()
  return (
    <div className="page-message">
      <div role={role}>
        <h1>{message}</h1>
      </div>
      {children}
      <a className="button" href={local(homePath)}>
        {item.backHome}
      </a>
    </div>
  )
}
