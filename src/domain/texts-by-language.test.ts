import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { text } from './field-kinds.ts'
import { findTextProblems, textsByLanguage, withText } from './texts-by-language.ts'

const short = text(5, { absent: '' })
const fieldOf = (key: string) => (key.length === 1 ? short : undefined)
const field = textsByLanguage({ fieldOf, maxTexts: 2 })

describe('texts by language', () => {
  test('parse: cleans texts, and leaves empty ones out', () => {
    assert.deepEqual(field.parse({ si: { a: ' one\n', b: ' ' }, ta: {} }), {
      value: { si: { a: 'one' } },
    })
    assert.deepEqual(field.parse(undefined), { value: {} })
  })

  for (const input of ['x', [], { fr: { a: 'x' } }, { si: 'x' }, { si: { a: 1 } }, { si: { ab: 'x' } }]) {
    test(`parse: refuses ${JSON.stringify(input)}`, () =>
      assert.deepEqual(field.parse(input), { problem: { code: 'notTexts' } }))
  }

  test('parse: refuses texts that are too long, and too many of them in a language', () => {
    assert.deepEqual(field.parse({ si: { a: 'xxxxxx' } }), { problem: { code: 'tooLong', max: 5 } })
    assert.deepEqual(field.parse({ si: { a: 'x', b: 'x', c: 'x' } }), { problem: { code: 'tooManyTexts', max: 2 } })
    assert.deepEqual(field.parse({ si: { a: 'x', b: 'x' }, ta: { a: 'x' } }), {
      value: { si: { a: 'x', b: 'x' }, ta: { a: 'x' } },
    })
  })

  test('read: takes what is valid of what another program stored', () => {
    assert.deepEqual(field.read({ si: { a: 'x', bb: 'x', c: 'xxxxxx' } }), { value: { si: { a: 'x' } }, isFault: true })
    assert.deepEqual(field.read({ si: 7 }), { value: {}, isFault: true })
    assert.deepEqual(field.read(undefined), { value: {}, isFault: false })
  })

  test('findTextProblems: names each text that is invalid', () => {
    const name = (key: string, language: string) => `${key}@${language}`
    const given = { si: { a: 'xxxxxx', b: 'x' }, ta: { a: 'xxxxxx' } }
    const tooLong = { code: 'tooLong', max: 5 }
    assert.deepEqual(findTextProblems(given, { fieldOf }, name), [
      ['a@si', tooLong],
      ['a@ta', tooLong],
    ])
    assert.deepEqual(findTextProblems('x', { fieldOf }, name), [])
  })

  test('withText: another text, or without it', () => {
    const texts = { si: { a: 'x' } }
    assert.deepEqual(withText(texts, 'ta', 'a', 'y'), { si: { a: 'x' }, ta: { a: 'y' } })
    assert.deepEqual(withText(texts, 'si', 'a', ''), {})
  })
})
