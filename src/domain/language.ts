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
