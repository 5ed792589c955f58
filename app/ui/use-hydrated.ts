import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page has come to life: `false` on the server and in what it sent. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
