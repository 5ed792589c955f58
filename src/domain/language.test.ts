import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { languages, type ShopLanguages, alternatesOf, findLanguage, localPath } from './language.ts'

const english: ShopLanguages = ['en']
const sinhalaFirst: ShopLanguages = ['si', 'en']

describe('findLanguage', () => {
  test('the first language has no prefix, the others that are on have one', () => {
    for (const path of ['/', '/item/x', '/pieces', '/pieces/Hats', '/enquiry', '/nothing/here']) {
      assert.deepEqual(findLanguage(path, english), { language: 'en', path })
      assert.deepEqual(findLanguage(path, sinhalaFirst), { language: 'si', path })
      assert.deepEqual(findLanguage(path === '/' ? '/en' : `/en${path}`, sinhalaFirst), { language: 'en', path })
    }
  })

  test('the prefix of the first language, and of one that is off, redirects', () => {
    for (const [path, languagesOn, redirect] of [
      ['/en', english, '/'],
      ['/si', english, '/'],
      ['/ta/item/x', english, '/item/x'],
      ['/si/pieces/Hats', sinhalaFirst, '/pieces/Hats'],
      ['/ta/nothing', sinhalaFirst, '/nothing'],
    ] as const) {
      assert.equal(findLanguage(path, languagesOn).redirect, redirect, path)
    }
  })

  test('other beginnings are no prefix', () => {
    for (const path of ['/sink', '/english/item/x', '/fr/item/x', '/SI/item/x', '/item/si']) {
      assert.deepEqual(findLanguage(path, sinhalaFirst), { language: 'si', path })
    }
  })

  test('the pages of makers have no prefix: with one, they are missing in that language', () => {
    for (const path of ['/create', '/manage', '/manage/shop', '/sign-in', '/claim', '/__/auth/action']) {
      assert.deepEqual(findLanguage(path, sinhalaFirst), { language: 'en', path })
      assert.deepEqual(findLanguage(`/en${path}`, sinhalaFirst), { language: 'en', path: `/en${path}` })
      assert.deepEqual(findLanguage(`/si${path}`, sinhalaFirst), { language: 'si', path: `/si${path}` })
    }
  })

  test('of two prefixes, none is left out: a redirect never leads to another one', () => {
    assert.deepEqual(findLanguage('/si/en/item/x', sinhalaFirst), { language: 'si', path: '/si/en/item/x' })
    assert.deepEqual(findLanguage('/en/si', sinhalaFirst), { language: 'en', path: '/en/si' })
  })
})

describe('localPath', () => {
  test('is what findLanguage finds again, in every language', () => {
    for (const first of languages) {
      const all: ShopLanguages = [first, ...languages.filter((language) => language !== first)]
      for (const language of languages) {
        for (const path of ['/', '/item/x', '/pieces/Hats', '/enquiry']) {
          assert.deepEqual(findLanguage(localPath(path, language, all), all), { language, path })
        }
      }
    }
  })

  test('keeps a query, and adds no prefix to pages of makers', () => {
    assert.equal(localPath('/pieces?q=a?b', 'en', sinhalaFirst), '/en/pieces?q=a?b')
    assert.equal(localPath('/sign-in?next=%2F', 'en', sinhalaFirst), '/sign-in?next=%2F')
  })
})

test('alternatesOf: every language and the default, none in a shop with one', () => {
  assert.deepEqual(alternatesOf('/item/x', sinhalaFirst), [
    { locale: 'si-LK', path: '/item/x' },
    { locale: 'en-LK', path: '/en/item/x' },
    { locale: 'x-default', path: '/item/x' },
  ])
  assert.deepEqual(alternatesOf('/item/x', english), [])
})
