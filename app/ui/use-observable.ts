import { useSyncExternalStore } from 'react'

import type { Observable } from './observable.ts'

/** The value; the component renders again when it changes. */
export function useObservable<T extends object>({ subscribe, get }: Observable<T>): T {
  return useSyncExternalStore(subscribe, get, get)
}
