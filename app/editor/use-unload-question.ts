import { useEffect, useEffectEvent } from 'react'

/**
 * Lets the browser ask before the page is left while its input is not stored. The listener is added only then, because it costs
 * the page the back/forward cache.
 *
 * @param isKeptNow reads the present state: a page that has saved its input may be left before it is rendered again.
 */
export function useUnloadQuestion(isKept: boolean, isKeptNow: () => boolean): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isKeptNow()) return
    event.preventDefault()
    event.returnValue = true // For Chrome before 119.
  })
  useEffect(() => {
    if (isKept) return undefined
    const controller = new AbortController()
    addEventListener('beforeunload', (event) => ask(event), { signal: controller.signal })
    return () => controller.abort()
  }, [isKept])
}
