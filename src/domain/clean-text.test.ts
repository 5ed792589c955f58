import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { assert as check, property, string } from 'fast-check'

import { cleanText } from './clean-text.ts'

describe('cleanText', () => {
  for (const [what, text, cleaned] of [
    ['blanks around it', '  Harbour Beanie\n', 'Harbour Beanie'],
    ['NUL, ESC and DEL', 'a\0b\u001B[31mc\u007F', 'ab[31mc'],
    ['C1 control characters', 'a\u009Bb', 'ab'],
    ['an override of the direction', 'gpj\u202Egnp.exe', 'gpjgnp.exe'],
    ['embeddings and isolates', '\u202Aa\u202B b\u202C \u2066c\u2067d\u2068e\u2069', 'a b cde'],
    ['line breaks of any kind', 'a\r\nb\rc\nd\u2028e\u0085f\vg', 'a b c d e f g'],
    ['a tab', 'a\tb', 'a b'],
    ['a lone surrogate', 'a\uD800b', 'a\uFFFDb'],
    ['a zero-width space alone', '\u200B', ''],
    ['a byte order mark, a joiner and a filler alone', '\uFEFF\u200D\u3164\u2800', ''],
  ] as const) {
    test(`${what}: ${JSON.stringify(text)} becomes ${JSON.stringify(cleaned)}`, () =>
      assert.equal(cleanText(text), cleaned))
  }

  for (const text of ['👩‍👩‍👧 wool', 'می‌خواهم', 'שלום\u200F!', 'ශ්‍රී ලංකා', 'é', '©', '½']) {
    test(`keeps ${text}`, () => assert.equal(cleanText(text), text))
  }

  test('keeps the lines of a text of several', () => {
    assert.equal(cleanText(' a\r\n\r\nb\u001B\tc ', true), 'a\n\nb c')
  })

  test('changes nothing of what it has cleaned', () => {
    check(
      property(string({ unit: 'binary' }), (text) => cleanText(cleanText(text, true), true) === cleanText(text, true)),
    )
    check(property(string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)))
  })
})
