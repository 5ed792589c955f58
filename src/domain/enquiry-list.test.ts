import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { enquiryListPath, formatEntries, parseEntries, readEnquiryList, sizeKey } from './enquiry-list.ts'
import { pageAddress } from './page-address.ts'

const ten = Array.from({ length: 10 }, (_, index) => `piece${index}`).join('~')

describe('parseEntries', () => {
  test('is the opposite of formatEntries, for every size', () => {
    const entries = ['M', 'One size', 'a.b', '6 – 9 months', 'මධ්‍යම', '/?#&=%', sizeKey('a~b'), null].map(
      (size, index) => ({
        id: `piece_${index}-x`,
        size,
      }),
    )
    assert.deepEqual(parseEntries(formatEntries(entries)), entries)
    const path = enquiryListPath(entries, entries.slice(1))
    const search = new URLSearchParams(path.slice(path.indexOf('?')))
    assert.deepEqual(readEnquiryList(search), { entries, before: entries.slice(1) })
  })

  test('no text is an empty list', () => {
    assert.deepEqual(parseEntries(''), [])
  })

  test('a piece that is listed twice is one, with the later size', () => {
    assert.deepEqual(parseEntries('a.S~b~a.M'), [
      { id: 'a', size: 'M' },
      { id: 'b', size: null },
    ])
  })

  for (const list of [
    `${ten}~eleventh`,
    '~',
    'a~',
    '~a',
    'a~~b',
    '.M',
    'a.',
    'a b',
    'a/b',
    '../a',
    'a"]{}',
    '<script>',
    'ක',
    'a\n~b',
    `a.${'M'.repeat(25)}`,
    'a'.repeat(129),
    'a'.repeat(100_000),
    '~'.repeat(100_000),
  ]) {
    test(`${JSON.stringify(list.slice(0, 30))} (${list.length} characters) is no list`, () => {
      assert.equal(parseEntries(list), undefined)
    })
  }
})

describe('the address of an enquiry', () => {
  for (const [requested, address] of [
    ['/enquiry', '/enquiry'],
    ['/enquiry?', '/enquiry'],
    ['/enquiry?fbclid=1', '/enquiry'],
    ['/enquiry?pieces=', '/enquiry'],
    ['/enquiry?fbclid=1&pieces=a.M~b', '/enquiry?pieces=a.M~b'],
    ['/enquiry?pieces=a%2EOne+size%7Eb%7Ea', '/enquiry?pieces=a~b'],
    ['/enquiry?pieces=a&before=a~b', '/enquiry?pieces=a&before=a~b'],
    ['/enquiry?pieces=&before=a', '/enquiry?pieces=&before=a'],
  ] as const) {
    test(`${requested} is ${address}`, () => {
      assert.equal(pageAddress(requested), address)
      assert.equal(pageAddress(address), address)
    })
  }

  for (const requested of [
    '/enquiry?pieces=a&pieces=b',
    '/enquiry?pieces=a&before=~',
    '/enquiry?pieces=%ff',
    '/enquiry?pieces=a%00',
    '/enquiry/?pieces=a',
    '/enquiry/a',
  ]) {
    test(`${requested} is a missing page`, () => {
      assert.equal(pageAddress(requested), '/~')
    })
  }
})
