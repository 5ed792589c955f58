import type { ReactNode } from 'react'

import { useMessages } from '../use-messages.ts'

interface NoticeProps {
  readonly children: ReactNode
  /** Without it, the notice stays until its reason is gone. */
  readonly onDismiss?: () => void
}

/** A warning about the shop, as a part of the page. */
export function Notice({ children, onDismiss }: NoticeProps) {
  const { site } = useMessages()
  return (
    <div className="notice" role="status">
      <div>{children}</div>
      {onDismiss && (
        <button className="dismiss" type="button" aria-label={site.dismiss} onClick={onDismiss}>
          ×
        </button>
      )}
    </div>
  )
}
