import type { Language, LanguagePath } from '../domain/language.ts'
import { requestedAddress } from '../domain/page-address.ts'

/** A page in a language, as the cache names it: the language, and the address without its prefix. */
export function toPageKey(language: Language, address: string): string {
  return language + address
}

/** The key of the page that a request asks for. */
export function requestedKey({ language, path }: LanguagePath, query: string): string {
  return toPageKey(language, requestedAddress(path, query))
}

/** The address in a key. */
export function addressOf(key: string): string {
  return key.slice(key.indexOf('/'))
}

/** The language in a key. */
export function languageOf(key: string): Language {
  return key.slice(0, key.indexOf('/')) as Language
}
