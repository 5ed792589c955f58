import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'

import { useMessages } from '../use-messages.ts'

interface AlertProps {
  readonly message: string
  /** Actions, such as a link. */
  readonly children?: ReactNode
  readonly onDismiss: () => void
  /** It says that something was done, and goes away after a while, unless it is pointed at or has the focus. */
  readonly isPassing?: boolean
}

/** How long a passing message stays, in milliseconds. */
const passingMs = 10_000

/** A message over the page: screen readers announce it at once, and it stays until dismissed, also with Escape. */
export function Alert({ message, children, onDismiss, isPassing = false }: AlertProps) {
  const { site } = useMessages()
  const alert = useRef<HTMLDivElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  const pass = useEffectEvent(() => {
    const isInUse = alert.current?.matches(':hover, :focus-within')
    // Where the focus is seen, the keyboard is used: it takes longer to reach an action.
    const isWaitedFor = Boolean(children) && document.querySelector(':focus-visible') !== null
    if (!isInUse && !isWaitedFor) dismiss()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dismiss()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    if (!isPassing) return undefined
    const timer = setInterval(pass, passingMs)
    return () => clearInterval(timer)
  }, [isPassing, message])
  return (
    <div ref={alert} className="alert" role="alert">
      <div>
        <p>{message}</p>
        {children}
      </div>
      <button className="dismiss" type="button" aria-label={site.dismiss} onClick={onDismiss}>
        ×
      </button>
    </div>
  )
}
