import type { WordJson } from '../../../src/messages/words.ts'
import { callApi, type TokenSource } from '../../api/api-client.ts'

const path = '/api/manage/words'

/** Words that were found, and how many there are in all. */
export interface FoundWords {
  readonly count: number
  readonly words: readonly WordJson[]
}

/** @throws Error for `errorMessage`. */
export async function searchWords(session: TokenSource, query: string): Promise<FoundWords> {
  const search = new URLSearchParams({ q: query }).toString()
  return callApi(session, { method: 'GET', path: `${path}?${search}` })
}

/**
 * @param text empty takes the correction back.
 * @returns the word as it is then. @throws FieldsError if the text is invalid; Error for `errorMessage`.
 */
export async function correctWord(
  session: TokenSource,
  { language, key }: Pick<WordJson, 'language' | 'key'>,
  text: string,
): Promise<WordJson> {
  return callApi(session, { method: 'PUT', path: `${path}/${language}/${key}`, body: { text } })
}
