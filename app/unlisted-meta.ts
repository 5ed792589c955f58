import type { MetaDescriptor } from 'react-router'

import type { PublicShop } from '../src/pages/page.ts'

interface UnlistedPage {
  readonly loaderData: { readonly title: string }
  readonly matches: readonly [{ readonly loaderData: { readonly shop: PublicShop } }, ...unknown[]]
}

/** The `meta` of a page that search engines must not index; it has no canonical URL. */
export function unlistedMeta({ loaderData, matches: [root] }: UnlistedPage): MetaDescriptor[] {
  return [{ title: `${loaderData.title} · ${root.loaderData.shop.name}` }, { name: 'robots', content: 'noindex' }]
}
