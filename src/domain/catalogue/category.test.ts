import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import * as fc from 'fast-check'

import { categoryKey, categoryPath, hasCategoryPage } from './category.ts'

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })

describe('categoryKey', () => {
  for (const [one, other] of [
    ['Knits', 'KNITS'],
    ['Knits', '  knits '],
    ['Baby  Hats', 'baby\u00a0hats'],
    ['Beanies & Berets', 'beanies & berets'],
    ['Crème', 'cre\u0300me'],
    ['Straße', 'STRASSE'],
    ['ΚΑΛΤΣΕΣ', 'κάλτσες'.normalize('NFD').replaceAll('\u0301', '')],
    ['தொப்பி', 'தொப்பி'],
  ] as const) {
    test(`${JSON.stringify(one)} and ${JSON.stringify(other)} are one category`, () => {
      assert.equal(categoryKey(one), categoryKey(other))
    })
  }

  for (const [one, other] of [
    ['Knits', 'Knit'],
    ['Creme', 'Crème'],
    ['Baby Hats', 'BabyHats'],
    ['a/b', 'a%2Fb'],
  ] as const) {
    test(`${one} and ${other} are two categories`, () => assert.notEqual(categoryKey(one), categoryKey(other)))
  }

  test('is the same for every normal form, case and number of spaces of a name', () => {
    fc.assert(
      fc.property(name, (text) => {
        const key = categoryKey(text)
        const spellings = [text.normalize('NFC'), text.normalize('NFD'), ` ${text.replaceAll(' ', ' \t')} `, key]
        for (const spelling of spellings) assert.equal(categoryKey(spelling), key, JSON.stringify(spelling))
      }),
    )
  })
})

describe('categoryPath', () => {
  test('has the name in one segment, from which it can be read again', () => {
    fc.assert(
      fc.property(name.filter(hasCategoryPage), (text) => {
        const path = categoryPath(text)
        const { pathname } = new URL(path, 'https://shop.example')
        assert.equal(pathname, path)
        const [, pieces, segment = '', ...others] = path.split('/')
        assert.deepEqual([pieces, others], ['pieces', []])
        assert.equal(decodeURIComponent(segment), text)
      }),
    )
  })

  for (const text of ['', ' ', '.', '..', ' .. ', 'a\0b']) {
    test(`leads to all pieces for ${JSON.stringify(text)}, which no URL can name`, () => {
      assert.equal(categoryPath(text), '/pieces')
    })
  }

  test('exists for a name with half of a character', () => {
    assert.equal(categoryPath('a\ud800'), '/pieces/a%EF%BF%BD')
  })
})
