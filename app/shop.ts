import { useRouteLoaderData } from 'react-router'

import type { Language } from '../src/domain/language.ts'
import type { PublicShop } from '../src/pages/page.ts'

/** The data of every page. */
export interface RootData {
  readonly shop: PublicShop
  readonly language: Language
  readonly year: number
  /** For search engines and link previews. */
  readonly description: string
  /** The shop's notice, such as that it is closed: its sentence, and the owner's own words, in a line above everything else. */
  readonly notice: { readonly label: string; readonly parts: readonly string[] } | undefined
}

/** The public data of the shop; `undefined` only on an error page. */
export function useShop(): PublicShop | undefined {
  return useRouteLoaderData<() => RootData>('root')?.shop
}
