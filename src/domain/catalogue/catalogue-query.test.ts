import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import * as fc from 'fast-check'

import {
  cataloguePath,
  catalogueSearch,
  foldWords,
  isCanonicalSearch,
  isPlain,
  maxSearch,
  readCatalogueQuery,
  sortOrders,
  wholeCatalogue,
  type CatalogueQuery,
} from './catalogue-query.ts'

const read = (search: string, category: string | null = null) =>
  readCatalogueQuery(category, new URLSearchParams(search))

/** The query part of the canonical address; `undefined` if there is no such page. */
const canonical = (search: string) => {
  const query = read(search)
  return query && catalogueSearch(query)
}

describe('readCatalogueQuery: an address has one canonical form', () => {
  for (const [search, expected] of [
    ['', ''],
    ['?', ''],
    ['?q=', ''],
    ['?q=%20&size=&min=&sort=', ''],
    ['?fbclid=1&fbclid=2', ''],
    ['?sort=newest', ''],
    ['?sort=best', ''],
    ['?sort=price&q=wool', 'q=wool&sort=price'],
    ['?max=900&color=Red&available=1&size=M&min=100', 'size=M&color=Red&available=1&min=100&max=900'],
    ['?q=WOOL&q=', 'q=wool'],
    ['?q=%20Wool+%20hat%20', 'q=wool+hat'],
    ['?min=0100', 'min=100'],
    ['?min=0', 'min=0'],
    ['?min=9&max=1', 'min=9&max=1'],
    ['?size=%20M%20%20L%20', 'size=M+L'],
    ['?after=123', 'after=123'],
    ['?sort=price&before=123.45', 'sort=price&before=123.45'],
    ['?sort=best&q=a&after=1.2', 'q=a&sort=best&after=1.2'],
    ['?after=-9223372036854775808', 'after=-9223372036854775808'],
    ['?q=%E0%B6%9A%E0%B7%92', 'q=%E0%B6%9A%E0%B7%92'],
    ['?q=a%26sort%3Dprice', 'q=a%26sort%3Dprice'],
    ['?q=Sweaters+under+20000', 'q=sweaters&max=20000'],
    ['?q=wool+between+Rs.+5,000+and+10k&max=900&min=1', 'q=wool&min=5000&max=10000'],
    ['?q=over+5000&max=900', 'min=5000&max=900'],
    ['?q=under+5000&sort=best', 'max=5000'],
    ['?q=under+under+5000+6000', 'max=6000'],
    ['?q=1+2+3+4+5+6+7+8+under+5000', 'q=1+2+3+4+5+6+7+8&max=5000'],
    [`?q=${'x'.repeat(90)}+under+50000000`, `q=${'x'.repeat(90)}&max=50000000`],
    [`?q=${'x'.repeat(89)}+under+5000a`, `q=${'x'.repeat(89)}&max=5000`],
  ] as const) {
    test(`${search || '(none)'} is ${expected || 'the plain page'}`, () => assert.equal(canonical(search), expected))
  }
})

describe('readCatalogueQuery: an impossible address has no page', () => {
  for (const search of [
    'q=a&q=b',
    'min=1&min=1',
    'sort=x',
    'sort=PRICE',
    'sort=price&sort=price-desc',
    'available=0',
    'available=true',
    'min=abc',
    'min=-1',
    'min=1.5',
    'min=1e3',
    'max=12345678901',
    'max=%D9%A1',
    'after=x',
    'after=1.2',
    'after=1&before=1',
    'after=01',
    'after=-0',
    'after=9223372036854775808',
    'before=1.2.3&sort=best&q=a',
    'after=1&sort=price',
    'after=1%00',
    `size=${'x'.repeat(101)}`,
    `color=${'%27'.repeat(101)}`,
  ]) {
    test(search, () => assert.equal(read(search), undefined))
  }
})

const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const name = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll(/\s+/g, ' ').trim() || null)
/** Objects as literals have them, which `deepEqual` expects. */
const plain = { noNullPrototype: true } as const
const amount = fc.option(fc.integer({ min: 0, max: 9_999_999_999 }))
const parts = { newest: 1, price: 2, 'price-desc': 2, best: 2 }

const queries = fc.constantFrom(...sortOrders).chain((sort): fc.Arbitrary<CatalogueQuery> => {
  const key = fc.array(whole, { minLength: parts[sort], maxLength: parts[sort] }).map((numbers) => numbers.join('.'))
  const words = fc.string({ unit: 'binary', minLength: sort === 'best' ? 1 : 0 }).map(foldWords)
  return fc.record(
    {
      sort: fc.constant(sort),
      category: fc.option(fc.constantFrom('Knits', 'a/b%', 'தொப்பி')),
      words: sort === 'best' ? words.filter((text) => text !== '') : words,
      size: name,
      color: name,
      isAvailable: fc.boolean(),
      min: amount,
      max: amount,
      cursor: fc.option(fc.record({ direction: fc.constantFrom('after' as const, 'before' as const), key }, plain)),
    },
    plain,
  )
})

test('readCatalogueQuery: reads what catalogueSearch wrote, in any order and with other parameters', () => {
  fc.assert(
    fc.property(queries, fc.nat(), (query, seed) => {
      const pairs = [...new URLSearchParams(catalogueSearch(query)), ['fbclid', 'x'], ['size', '']]
      const turned = pairs.map((_, index) => pairs[(index + seed) % pairs.length] ?? ['', ''])
      assert.deepEqual(readCatalogueQuery(query.category, new URLSearchParams(turned)), query)
    }),
  )
})

test('readCatalogueQuery: any text is a page with one canonical address, or none', () => {
  const names = fc.constantFrom('q', 'size', 'min', 'available', 'sort', 'after', 'x')
  const phrases = fc.array(fc.constantFrom('under', 'over', '500', '20k', 'from', 'to', 'rs', 'ට', 'අඩු', 'wool'))
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('1', 'price', '1.2', ' '),
    phrases.map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(names, text)), (pairs) => {
      const query = readCatalogueQuery(null, new URLSearchParams(pairs))
      if (query === undefined) return
      assert.equal(canonical(catalogueSearch(query)), catalogueSearch(query))
      assert.ok(isCanonicalSearch(new URLSearchParams(`${catalogueSearch(query)}&x=1`), query))
    }),
  )
})

test('cataloguePath: the category is in the path, the rest in the query', () => {
  assert.equal(cataloguePath(wholeCatalogue), '/pieces')
  assert.equal(cataloguePath({ ...wholeCatalogue, category: 'Hats' }), '/pieces/Hats')
  const search = { ...wholeCatalogue, category: 'a/b %', words: 'wool hat', isAvailable: true }
  assert.equal(cataloguePath(search), '/pieces/a%2Fb%20%25?q=wool+hat&available=1')
})

test('isPlain: the first page of all pieces or of a category, and no other', () => {
  assert.ok(isPlain(wholeCatalogue) && isPlain({ ...wholeCatalogue, category: 'Hats' }))
  for (const other of [{ words: 'a' }, { size: 'M' }, { isAvailable: true }, { min: 0 }, { sort: 'price' }] as const) {
    assert.ok(!isPlain({ ...wholeCatalogue, ...other }))
  }
  assert.ok(!isPlain({ ...wholeCatalogue, cursor: { direction: 'after', key: '1' } }))
})

describe('foldWords', () => {
  for (const [typed, words] of [
    ['  Wool   HAT ', 'wool hat'],
    ['Crème', 'crème'],
    ['cre\u0300me', 'crème'],
    ['ශ්\u200dරී', 'ශ්රී'],
    ['a \u200d b', 'a b'],
    ['e\u200d\u0301', 'é'],
    ['1 2 3 4 5 6 7 8 9', '1 2 3 4 5 6 7 8'],
    ['x'.repeat(1_000), 'x'.repeat(100)],
    [`${'x'.repeat(99)}🧶`, 'x'.repeat(99)],
  ] as const) {
    test(`${JSON.stringify(typed.slice(0, 20))} is searched for as ${JSON.stringify(words.slice(0, 20))}`, () =>
      assert.equal(foldWords(typed), words))
  }

  test('is bounded, and folding again changes nothing', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const words = foldWords(typed)
        assert.equal(foldWords(words), words)
        assert.ok(words.length <= maxSearch.characters && words.split(' ').length <= maxSearch.words)
      }),
      { numRuns: 1_000 },
    )
  })
})
