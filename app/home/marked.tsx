import { markMatches } from '../../src/domain/catalogue/search-terms.ts'

/** A text with the words in it that were searched for marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  if (words === '') return text
  let end = 0
  return markMatches(text, words).map((part) => {
    end += part.text.length
    return part.isMatch ? <mark key={end}>{part.text}</mark> : part.text
  })
}
