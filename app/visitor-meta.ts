import type { MetaDescriptor } from 'react-router'

import { type Language, alternatesOf, localPath } from '../src/domain/language.ts'
import type { PublicShop } from '../src/pages/page.ts'
import { pageMeta, type PageDescription } from './page-meta.ts'
import type { RootData } from './shop.ts'

/** The metadata of a visitor page, with its language. @param page with the path that it has without the prefix of one. */
export function visitorMeta(
  { shop, language }: Pick<RootData, 'shop' | 'language'>,
  page: PageDescription,
): MetaDescriptor[] {
  const { path } = page
  const local = path === undefined ? page : { ...page, path: localPath(path, language, shop.languages) }
  return [...pageMeta(shop, local), ...languageMeta(shop, language, path)]
}

/** The language of the page, and its addresses in the others; nothing of a shop in English alone. */
function languageMeta({ origin, languages }: PublicShop, language: Language, path?: string): MetaDescriptor[] {
  if (languages.length === 1 && language === 'en') return []
  const alternates = path === undefined ? [] : alternatesOf(path, languages)
  const localeOf = (each: Language) => `${each}_LK`
  return [
    ...alternates.map((each) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: each.locale,
      href: origin + each.path,
    })),
    { property: 'og:locale', content: localeOf(language) },
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({ property: 'og:locale:alternate', content: localeOf(each) })),
  ]
}
