import assert from 'node:assert/strict'
import { test } from 'node:test'

import { foreignLanguage } from './text-language.ts'

for (const [text, page, language] of [
  ['Ivory beanie', 'en', undefined],
  ['Ivory beanie', 'si', 'en'],
  ['ලොම් තොප්පිය', 'en', 'si'],
  ['ලොම් තොප්පිය', 'si', undefined],
  ['கம்பளி தொப்பி', 'si', 'ta'],
  ['கம்பளி தொப்பி (wool)', 'en', 'ta'],
  ['Wool hat, තොප්පි', 'ta', 'en'],
  ['S, M, L', 'ta', 'en'],
  ['2 × 3 — 🧶', 'si', undefined],
  ['', 'si', undefined],
  ['шапка', 'en', undefined],
] as const) {
  test(`foreignLanguage: “${text}” on a page in ${page}: ${language}`, () =>
    assert.equal(foreignLanguage(text, page), language))
}
