import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page is hydrated: `false` on the server and in the first render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
