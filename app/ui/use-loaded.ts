import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What a component loads: again whenever `key` is another one, and what it had stays until then. A late answer to an earlier
 * key changes nothing.
 *
 * @param key `undefined`: nothing is loaded now.
 */
export function useLoaded<Value>(key: string | undefined, load: () => Promise<Value>) {
  const [value, setValue] = useState<Value>()
  const [failure, setFailure] = useState<unknown>()
  const start = useEffectEvent(load)
  useEffect(() => {
    if (key === undefined) return undefined
    let isLatest = true
    const show = (loaded: Value) => {
      if (!isLatest) return
      setFailure(undefined)
      setValue(() => loaded)
    }
    start().then(show, (error: unknown) => isLatest && setFailure(error))
    return () => {
      isLatest = false
    }
  }, [key])
  return { value, failure, setValue }
}
