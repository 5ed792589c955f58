import type { ReactNode } from 'react'

import { useMessages } from '../use-messages.ts'

interface AlertProps {
  readonly words: string
  /** What can be done about it. */
  readonly children?: ReactNode
  readonly onDismiss: () => void
}

/** Words that must not be missed: over the page, read out at once, there until dismissed. */
export function Alert({ words, children, onDismiss }: AlertProps) {
  const { site } = useMessages()
  return (
    <div className="alert" role="alert">
      <div>
        <p>{words}</p>
        {children}
      </div>
      <button type="button" aria-label={site.dismiss} onClick={onDismiss}>
        ×
      </button>
    </div>
  )
}
