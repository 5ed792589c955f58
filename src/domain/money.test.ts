import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { formatPrice, maxPrice, parsePrice } from './money.ts'

const noBreakSpace = '\u00a0'

describe('a price is shown', () => {
  for (const [price, shown] of [
    [0, 'LKR 0'],
    [950, 'LKR 950'],
    [12_500, 'LKR 12,500'],
    [1_250_000, 'LKR 1,250,000'],
    [12_500.5, 'LKR 12,500.50'],
  ] as const) {
    test(`${price} as ${shown}`, () => assert.equal(formatPrice(price), shown.replace(' ', noBreakSpace)))
  }
})

describe('a price is read', () => {
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
    ['0', 0],
    [12_500, 12_500],
    [0.1 + 0.2, 0.3],
    ['', null],
    ['   ', null],
    [null, null],
    [undefined, null],
  ] as const) {
    test(`${JSON.stringify(typed)} as ${price}`, () => assert.equal(parsePrice(typed), price))
  }

  test('never as minus zero', () => assert.ok(Object.is(parsePrice(-0), 0)))

  for (const typed of [
    'free',
    '-5',
    '12,50',
    '1.234',
    '12,5000',
    '1e5',
    '0x10',
    'Rs',
    '5 to 10',
    '١٢',
    '1'.repeat(40),
  ]) {
    test(`${typed} not at all`, () => assert.ok(Number.isNaN(parsePrice(typed))))
  }
  for (const given of [-1, Number.NaN, Number.POSITIVE_INFINITY, maxPrice + 1, true, {}, [5]]) {
    test(`${JSON.stringify(given)} not at all`, () => assert.ok(Number.isNaN(parsePrice(given))))
  }
})
