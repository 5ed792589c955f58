import { useRouteLoaderData } from 'react-router'

import type { PublicShop } from '../src/pages/page.ts'

/** What every page is given. */
export interface RootData {
  readonly shop: PublicShop
  readonly year: number
}

/** What every page may say of the shop; `undefined` only on an error page. */
export function useShop(): PublicShop | undefined {
  return useRouteLoaderData<() => RootData>('root')?.shop
}
