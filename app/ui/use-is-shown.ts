import { useEffect, useRef } from 'react'

/** @returns a function that says whether the component is still on the page: a late answer must not close another one. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
