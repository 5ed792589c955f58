import type { WordJson } from '../../../src/messages/words.ts'
import { apiFetch, toApiError, type TokenSource } from '../../api/api-client.ts'

const path = '/api/manage/words'

/** Words that were found, and how many there are in all. */
export interface FoundWords {
  readonly count: number
  readonly words: readonly WordJson[]
}

/** @throws Error for `errorMessage`. */
export async function searchWords(session: TokenSource, query: string): Promise<FoundWords> {
  const search = new URLSearchParams({ q: query }).toString()
  const response = await apiFetch(session, { method: 'GET', path: `${path}?${search}` })
  if (!response.isOk) throw toApiError(response)
  return response.body as unknown as FoundWords
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
  const response = await apiFetch(session, { method: 'PUT', path: `${path}/${language}/${key}`, body: { text } })
  if (!response.isOk) throw toApiError(response)
  return response.body as unknown as WordJson
}
