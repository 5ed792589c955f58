import { useRouteLoaderData } from 'react-router'

import type { PublicShop } from '../src/http/page.ts'
import type { loader } from './root.tsx'

/** What every page may say of the shop; `undefined` only on an error page. */
export function useShop(): PublicShop | undefined {
  return useRouteLoaderData<typeof loader>('root')?.shop
}
