import type { ReactNode } from 'react'

import { useMessages } from '../use-messages.ts'

interface AlertProps {
  readonly message: string
  /** Actions, such as a link. */
  readonly children?: ReactNode
  readonly onDismiss: () => void
}

/** A message over the page: screen readers announce it at once, and it stays until dismissed. */
export function Alert({ message, children, onDismiss }: AlertProps) {
  const { site } = useMessages()
  return (
    <div className="alert" role="alert">
      <div>
        <p>{message}</p>
        {children}
      </div>
      <button type="button" aria-label={site.dismiss} onClick={onDismiss}>
        ×
      </button>
    </div>
  )
}
