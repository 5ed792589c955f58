import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What a component loads: again whenever `key` is another one, and what it had stays until then. A late answer to an earlier
 * key changes nothing, and a failure is that of the latest one.
 *
 * @param key `undefined`: nothing is loaded now.
 */
export function useLoaded<Value>(key: string | undefined, load: () => Promise<Value>) {
  const [value, setValue] = useState<Value>()
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: unknown }>()
  const start = useEffectEvent(load)
  useEffect(() => {
    if (key === undefined) return undefined
    let isLatest = true
    const show = (loaded: Value) => {
      if (!isLatest) return
      setFailed(undefined)
      setValue(() => loaded)
    }
    start().then(show, (error: unknown) => isLatest && setFailed({ key, error }))
    return () => {
      isLatest = false
    }
  }, [key])
  return { value, failure: failed?.key === key ? failed?.error : undefined, setValue }
}
