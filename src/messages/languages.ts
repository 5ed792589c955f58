import type { Language } from '../domain/language.ts'
import { english, type Messages } from './english.ts'
import { sinhala } from './sinhala.ts'
import { tamil } from './tamil.ts'
import type { VisitorTexts } from './visitor-texts.ts'

/** All texts by language: those of visitor pages, and for owners the English ones. */
export const messagesByLanguage: Readonly<Record<Language, Messages>> = {
  en: english,
  si: withEnglish(sinhala),
  ta: withEnglish(tamil),
}

/** The type of a translation has checked its placeholders: they are those that the English types name. */
function withEnglish(texts: VisitorTexts): Messages {
  return { ...english, ...texts, problems: { ...english.problems, ...texts.problems } } as Messages
}
