import { accountActionPath, claimPath, createPath, managePath, shopSettingsPath, signInPagePath } from './page-paths.ts'

/** The languages of visitor pages. */
export const languages = ['en', 'si', 'ta'] as const

export type Language = (typeof languages)[number]

/** The languages of a shop's visitor pages, each once; the first comes first. */
export type ShopLanguages = readonly [Language, ...Language[]]

/** What each language is called in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' }

export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value)
}

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
export function findLanguage(path: string, ofShop: ShopLanguages): LanguagePath {
  const [first] = ofShop
  const { prefix, path: rest } = splitLanguage(path)
  if (prefix === undefined) return { language: makersPaths.has(path) ? 'en' : first, path }
  const isOwn = prefix !== first && ofShop.includes(prefix)
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

/** A page of visitors in every language, and for all others in the first; none in a shop with one language. */
export function alternatesOf(path: string, ofShop: ShopLanguages): readonly Alternate[] {
  if (ofShop.length === 1) return []
  const local = ofShop.map((each) => ({ locale: `${each}-LK`, path: localPath(path, each, ofShop) }))
  return [...local, { locale: 'x-default', path }]
}
