import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What a component loads: again whenever `key` is another one, and what it had stays until then. A late answer to an earlier
 * key changes nothing, and a failure is that of the latest one.
 *
 * @param key `undefined`: nothing is loaded now.
 * @param load its signal is aborted once the answer is not needed any more.
 */
export function useLoaded<Value>(key: string | undefined, load: (signal: AbortSignal) => Promise<Value>) {
  const [value, setValue] = useState<Value>()
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: unknown }>()
  const start = useEffectEvent(load)
  useEffect(() => {
    if (key === undefined) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const show = (loaded: Value) => {
      if (signal.aborted) return
      setFailed(undefined)
      setValue(() => loaded)
    }
    start(signal).then(show, (error: unknown) => signal.aborted || setFailed({ key, error }))
    return () => controller.abort()
  }, [key])
  return { value, failure: failed?.key === key ? failed?.error : undefined, setValue }
}
