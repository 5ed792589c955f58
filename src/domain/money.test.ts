import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { maxPrice, parsePrice } from './money.ts'

const noBreakSpace = '\u00a0'

describe('parsePrice', () => {
  for (const [typed, price] of [
    ['12500', 12_500],
    [' 12500 ', 12_500],
    ['12,500', 12_500],
    ['12 500', 12_500],
    [`12${noBreakSpace}500`, 12_500],
    ['1,250,000', 1_250_000],
    ['12,50,000', 1_250_000],
    ['12,500.50', 12_500.5],
    ['Rs 12,500/-', 12_500],
    ['Rs. 950', 950],
    ['LKR 12,500', 12_500],
    ['lkr950/=', 950],
    ['4500 LKR', 4_500],
    ['4,500.50rs', 4_500.5],
    ['රු. 12,500', 12_500],
    ['රුපියල් 12,500', 12_500],
    ['ரூ. 12,500', 12_500],
    ['12,500 ரூபா', 12_500],
    ['12500 ரூபாய்', 12_500],
    ['ரூபாய் 12,500', 12_500],
    ['12,500 Rupees', 12_500],
    ['LKR. 950', 950],
    ['0', 0],
    [12_500, 12_500],
    [0.1 + 0.2, 0.3],
    ['', null],
    ['   ', null],
    [null, null],
    [undefined, null],
  ] as const) {
    test(`${JSON.stringify(typed)} is read as ${price}`, () => assert.deepEqual(parsePrice(typed), { value: price }))
  }

  test('minus zero is read as zero', () => assert.deepStrictEqual(parsePrice(-0), { value: 0 }))

  for (const typed of [
    'free',
    '-5',
    '12,50',
    '12,5000',
    '1e5',
    '0x10',
    'Rs',
    '١٢',
    '1'.repeat(41),
    '1,2,345',
    '1,,234',
    '/-',
    '12,500/-/-',
  ]) {
    test(`${typed} is not a price`, () => assert.deepEqual(parsePrice(typed), { problem: { code: 'notAPrice' } }))
  }
  for (const typed of ['4500-5000', 'Rs 4,500 – 5,000/-', '5 to 10']) {
    test(`${typed} is a range`, () => assert.deepEqual(parsePrice(typed), { problem: { code: 'priceRange' } }))
  }
  for (const typed of ['4.500', '1.234.567', 'LKR 1.234']) {
    test(`${typed} may be thousands or cents`, () =>
      assert.deepEqual(parsePrice(typed), { problem: { code: 'priceUnclear' } }))
  }
  for (const given of [-1, Number.NaN, true, {}, [5]]) {
    test(`${JSON.stringify(given)} is not a price`, () =>
      assert.deepEqual(parsePrice(given), { problem: { code: 'notAPrice' } }))
  }
  for (const given of [
    Number.POSITIVE_INFINITY,
    maxPrice + 0.01,
    '1,000,000,001',
    'Rs 2,000,000,000/-',
    '1'.repeat(40),
  ]) {
    test(`${given} is too high`, () =>
      assert.deepEqual(parsePrice(given), { problem: { code: 'priceTooHigh', max: maxPrice } }))
  }
  test('the maximum is accepted', () => assert.deepEqual(parsePrice('1,000,000,000'), { value: maxPrice }))
})

describe('parsePrice: no pattern is tried on a text of more than 40 characters', () => {
  for (const [what, price] of [
    ['a price with zeros in front', `${'0'.repeat(40)}7`],
    ['a price in groups', `0${',000'.repeat(10)}`],
    ['a price after spaces', `Rs${' '.repeat(60_000)}7`],
    ['a range', `${'1'.repeat(20)}-${'1'.repeat(20)}`],
    ['a point before three digits', `1${'.000'.repeat(10)}`],
  ] as const) {
    test(what, () => assert.deepEqual(parsePrice(price), { problem: { code: 'notAPrice' } }))
  }
})
