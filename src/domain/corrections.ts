import { text } from './field-kinds.ts'
import { textsByLanguage } from './texts-by-language.ts'

/** Longer than every text of visitor pages. */
export const maxCorrectionLength = 300

/** More than the texts of visitor pages. Firestore takes a document of 1 MiB. */
export const maxCorrections = 400

const correction = text(maxCorrectionLength, { absent: '' })

/**
 * What owners write in place of texts of visitor pages, by language and by the key of the text, such as `item.sold`. Which
 * keys there are, and which placeholders a text needs, `src/messages/words.ts` knows.
 */
export const corrections = textsByLanguage({ fieldOf: () => correction, maxTexts: maxCorrections })
