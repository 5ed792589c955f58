import type { ReactNode } from 'react'

import { homePath } from '../../src/domain/page-paths.ts'
import { useLocalPath, useMessages } from '../use-messages.ts'

interface PageMessageProps {
  readonly message: string
  /** The page may well be loaded if it is asked for again. */
  readonly isFailure?: boolean
  /** Other ways on. */
  readonly children?: ReactNode
}

/** A message in place of the page's content, with a link to the home page. */
export function PageMessage({ message, isFailure = false, children }: PageMessageProps) {
  const { item } = useMessages()
  const local = useLocalPath()
  return (
    <div className="page-message">
      <div role={isFailure ? 'alert' : undefined}>
        <h1>{message}</h1>
      </div>
      {isFailure && <TryAgain />}
      {children}
      <a className={isFailure ? 'button button-quiet' : 'button'} href={local(homePath)}>
        {item.backHome}
      </a>
    </div>
  )
}

/** An empty address is that of the page itself. */
const thisPage = ''

/** Loads the page again. */
export function TryAgain() {
  const { site } = useMessages()
  return (
    <a className="button" href={thisPage}>
      {site.tryAgain}
    </a>
  )
}
