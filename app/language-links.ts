import { localPath } from '../src/domain/language-paths.ts'
import type { ShopLanguages } from '../src/domain/language.ts'
import { isMissingAddress } from '../src/domain/page-address.ts'
import { homePath } from '../src/domain/page-paths.ts'
import type { LanguageLink } from './shop.ts'

/**
 * The page of a request in each language; none in a shop with one. What is missing is missing in each: there, they lead to the
 * home page.
 */
export function languageLinks({ url }: Request, languages: ShopLanguages): readonly LanguageLink[] {
  if (languages.length === 1) return []
  const { pathname, search } = new URL(url)
  // In the renderer, a category's path has an escape more than its address.
  const address = pathname.replaceAll('%2E', '.') + search
  const path = isMissingAddress(address) ? homePath : address
  return languages.map((language) => ({ language, path: localPath(path, language, languages) }))
}
