import { Hono } from 'hono'

import { ShopError } from '../domain/errors.ts'
import { InvalidInputError } from '../domain/invalid-input.ts'
import type { ShopSettings } from '../domain/shop-settings.ts'
import { problems } from '../messages/messages.ts'
import { correctionOf, findWord, words, type Word, type WordJson } from '../messages/words.ts'
import { createOwnerChecks } from '../owners/owners-only.ts'
import type { RequestChecks } from '../owners/permissions.ts'
import type { Bindings } from '../web/bindings.ts'
import { correctWords } from './correct-words.ts'
import { changeSettings, type SettingsStore } from './settings-store.ts'

/** How many words are listed at once. */
const maxListed = 30

/**
 * How owners correct the texts of visitor pages in other languages than English.
 *
 * - `GET /?q=…`: the words whose text, English text or key has what is searched: those that were corrected first, then the
 *   least sure. Answers at most 30, and the number of all.
 * - `PUT /:language/:key` `{ text }`: shows another text in place of a word; an empty one takes the correction back. Answers
 *   the word. It may be sent again.
 */
export function createWordsApi({ settings, ...checks }: RequestChecks & { readonly settings: SettingsStore }) {
  const { ownersOnly, readBody } = createOwnerChecks(checks)
  const api = new Hono<Bindings>()

  api.get('/', ownersOnly, async (context) => {
    const { settings: present } = await settings.read()
    const found = searchWords(present, context.req.query('q') ?? '')
    return context.json({ count: found.length, words: found.slice(0, maxListed) })
  })
  api.put('/:language/:key', ownersOnly, async (context) => {
    const { language, key } = context.req.param()
    const word = findWord(language, key)
    if (word === undefined) throw new ShopError('not-found', problems.notFound)
    const text = await readBody(context, parseText)
    const { settings: present } = await changeSettings(settings, (before) => ({
      corrections: correctWords(before, [[word, text]]),
    }))
    return context.json(toJson(word, present))
  })
  return api
}

function parseText(body: unknown): string {
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined
  if (typeof text === 'string') return text
  throw new InvalidInputError('invalid-settings', undefined, { text: { code: 'notText' } })
}

function toJson(word: Word, { corrections }: Pick<ShopSettings, 'corrections'>): WordJson {
  return { ...word, correction: correctionOf(word, corrections) ?? null }
}

function searchWords(present: ShopSettings, query: string): readonly WordJson[] {
  const wanted = fold(query.trim())
  const rank = ({ correction, grade }: WordJson) => (correction === null ? { C: 1, B: 2, A: 3 }[grade] : 0)
  return words
    .map((word) => toJson(word, present))
    .filter(({ text, correction, english, key }) =>
      [text, correction ?? '', english, key].some((each) => fold(each).includes(wanted)),
    )
    .toSorted((one, other) => rank(one) - rank(other))
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
