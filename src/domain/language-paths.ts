import { isLanguage, type Language, type ShopLanguages } from './language.ts'
import { accountActionPath, claimPath, createPath, managePath, shopSettingsPath, signInPagePath } from './page-paths.ts'

/** The page that a path asks for. */
export interface LanguagePath {
  readonly language: Language
  /** The path without the prefix of the language. */
  readonly path: string
  /** The path without a prefix that it needs not have: the language is the first one, or off. */
  readonly redirect?: string
}

/** Pages for makers, in English: these paths have no prefix. */
export const makersPaths: ReadonlySet<string> = new Set([
  accountActionPath,
  claimPath,
  createPath,
  managePath,
  shopSettingsPath,
  signInPagePath,
])

/** Splits off the prefix of a language, whether the shop has it or not: `/si/item/x` → `si`, `/item/x`. */
export function splitLanguage(path: string): { readonly prefix?: Language; readonly path: string } {
  const end = path.indexOf('/', 1)
  const prefix = path.slice(1, end === -1 ? undefined : end)
  return isLanguage(prefix) ? { prefix, path: end === -1 ? '/' : path.slice(end) } : { path }
}

/**
 * The language of the page at a path. The first language has no prefix; every other has one before the whole path of visitor
 * pages. A path that can be no visitor page keeps its prefix, as no page has it: it is missing in that language.
 *
 * @param path a canonical path, without a query.
 */
export function findLanguage(path: string, languages: ShopLanguages): LanguagePath {
  const [first] = languages
  const { prefix, path: rest } = splitLanguage(path)
  if (prefix === undefined) return { language: makersPaths.has(path) ? 'en' : first, path }
  const isOwn = prefix !== first && languages.includes(prefix)
  const language = isOwn ? prefix : first
  if (splitLanguage(rest).prefix !== undefined || makersPaths.has(rest)) return { language, path }
  return isOwn ? { language, path: rest } : { language, path: rest, redirect: rest }
}

/** The path of a page in a language: the other way round. @param path may have a query. */
export function localPath(path: string, language: Language, [first]: ShopLanguages): string {
  const [page = '', ...query] = path.split('?')
  if (language === first || makersPaths.has(page)) return path
  return [`/${language}${page === '/' ? '' : page}`, ...query].join('?')
}

/** A page in a language that search engines may send visitors to. */
export interface Alternate {
  /** A value of `hreflang`. */
  readonly locale: string
  readonly path: string
}

/** The page in every language, and for all others in the first; none in a shop with one language. */
export function alternatesOf(path: string, languages: ShopLanguages): readonly Alternate[] {
  if (languages.length === 1 || makersPaths.has(path)) return []
  const local = languages.map((each) => ({ locale: `${each}-LK`, path: localPath(path, each, languages) }))
  return [...local, { locale: 'x-default', path }]
}
