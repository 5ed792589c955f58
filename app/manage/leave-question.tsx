import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Asks before the page is left within the shop, also by the browser's Back. It is rendered only while that is needed: with a
 * blocker, React Router warns of history entries that are not its own, such as those of links to a part of the page.
 */
export function LeaveQuestion({ mayLeave }: { mayLeave: () => boolean }) {
  const blocker = useBlocker(() => !mayLeave())
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset()
  }, [blocker])
  return null
}
