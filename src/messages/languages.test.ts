import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { enquiryMessage } from '../domain/enquiry.ts'
import { absentValues } from '../domain/field-table.ts'
import { noticeFields } from '../domain/notice-fields.ts'
import { pluralOf } from '../domain/template.ts'
import { english as allTexts } from './english.ts'
import grades from './grades.json' with { type: 'json' }
import { messagesByLanguage } from './languages.ts'
import { sinhala } from './sinhala.ts'
import { tamil } from './tamil.ts'
import type { Translation } from './translation.ts'
import { visitorTexts } from './visitor-texts.ts'

/** Values that are digits: an ending may follow them. */
const numbers = new Set(['count', 'max', 'number', 'year'])

type Texts = string | { readonly [key: string]: Texts }

/** Every text with its key, such as `item.sold`. */
function listTexts(texts: Texts, key = ''): [key: string, text: string][] {
  if (typeof texts === 'string') return [[key, texts]]
  return Object.entries(texts).flatMap(([name, each]) => listTexts(each, key === '' ? name : `${key}.${name}`))
}

function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()
}

const english = listTexts(visitorTexts)

for (const [name, texts, { A, B }] of [
  ['sinhala', sinhala, grades.si],
  ['tamil', tamil, grades.ta],
] as const) {
  const translated = new Map(listTexts(texts))

  describe(name, () => {
    test('every text is there, and none is empty where the English one has words', () => {
      assert.deepEqual(
        [...translated.keys()],
        english.map(([key]) => key),
      )
      for (const [key, text] of english) assert.equal(translated.get(key) === '', text === '', key)
    })

    test('a text has one grade: each key of grades A and B is that of a text, and occurs once', () => {
      const graded = [...A, ...B]
      assert.deepEqual(
        graded.filter((key) => !translated.has(key)),
        [],
      )
      assert.equal(new Set(graded).size, graded.length)
    })

    test('the placeholders are those of the English text; a plural form always has its number', () => {
      for (const [key, text] of english) {
        const other = key.endsWith('.one') ? (new Map(english).get(key.replace(/one$/, 'other')) ?? '') : text
        assert.deepEqual(placeholdersOf(translated.get(key) ?? ''), placeholdersOf(other), key)
      }
    })

    test('no ending is joined to a value that is a word', () => {
      for (const [key, text] of translated) {
        const joined = [...text.matchAll(/\{(\w+)\}[\p{L}\p{M}]/gu)].filter(([, each = '']) => !numbers.has(each))
        assert.deepEqual(joined, [], key)
      }
    })

    test('the spelling: NFC, the joiners of Sinhala, and no word that starts with a sign', () => {
      for (const [key, text] of translated) {
        assert.equal(text, text.normalize('NFC'), key)
        assert.doesNotMatch(text, /(?<!ර)\u0DCA(?=ය)|\u0DCA(?=ර)/u, key)
        assert.doesNotMatch(text, /(?<![\p{L}\p{M}\u200D\d}])[\u0DCA\u0DCF-\u0DDF\u0BBE-\u0BCD\u0BD7]/u, key)
      }
    })
  })
}

test('the form for no pieces holds the number, which Sinhala says as for one', () => {
  assert.match(pluralOf(sinhala.pieces.count, 0, 'si'), /\{count\}/)
})

test('messagesByLanguage: visitor pages have their language, and owners English', () => {
  const { si, ta } = messagesByLanguage
  assert.deepEqual([si.item.sold, ta.item.sold], [sinhala.item.sold, tamil.item.sold])
  assert.equal(si.problems.notFound, sinhala.problems.notFound)
  assert.equal(si.problems.settingsChanged, allTexts.problems.settingsChanged)
  assert.equal(ta.manage, allTexts.manage)
})

for (const [language, greeting] of [
  ['si', 'ආයුබෝවන්! "Harbour Beanie" (අයිතමය b1) ගැන විස්තර දැනගන්න කැමතියි.'],
  ['ta', 'வணக்கம்! "Harbour Beanie" (பொருள் b1) பற்றி அறிய விரும்புகிறேன்.'],
] as const) {
  test(`an enquiry in the language ${language}: title and id stay as they are`, () => {
    const item = {
      id: 'b1',
      title: 'Harbour Beanie',
      price: null,
      size: null,
      sold: false,
      reserved: false,
      madeToOrder: false,
    }
    const shop = {
      ...absentValues(noticeFields),
      origin: 'https://shop.example',
      email: '',
      languages: ['en'] as const,
    }
    const message = enquiryMessage([{ item, size: null }], { shop, texts: messagesByLanguage[language].enquiry })
    assert.deepEqual(message.split('\n'), [greeting, `https://shop.example/${language}/item/b1`])
  })
}

test('a missing text or placeholder of a translation is an error of types', () => {
  const texts = { size: 'Size: {size}', photo: 'Photo {number} of {count}' } as const
  // @ts-expect-error `photo` is missing.
  const missing: Translation<typeof texts> = { size: 'අ {size}' }
  // @ts-expect-error `sise` is misspelt.
  const misspelt: Translation<typeof texts> = { size: 'அ {sise}', photo: '{count} {number}' }
  assert.notDeepEqual(missing, misspelt)
})
