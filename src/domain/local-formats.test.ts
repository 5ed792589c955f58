import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { addDays } from './day.ts'
import { languages } from './language.ts'
import { formatLocalDay, formatLocalPrice } from './local-formats.ts'

test('formatLocalPrice: the symbols of Sri Lanka, and the same groups of digits in every language', () => {
  const pricesOf = (price: number) => languages.map((language) => formatLocalPrice(price, language))
  assert.deepEqual(pricesOf(12_500), ['LKR\u00A012,500', 'රු.\u00A012,500', 'ரூ.\u00A012,500'])
  assert.deepEqual(pricesOf(1_250_000.5), ['LKR\u00A01,250,000.50', 'රු.\u00A01,250,000.50', 'ரூ.\u00A01,250,000.50'])
})

test('formatLocalPrice: in English as Intl formats the currency', () => {
  const options = { style: 'currency', currency: 'LKR', trailingZeroDisplay: 'stripIfInteger' } as const
  for (const price of [0, 0.5, 9.99, 400, 4500.1, 1_000_000_000]) {
    assert.equal(formatLocalPrice(price, 'en'), price.toLocaleString('en', options))
  }
})

describe('formatLocalPrice: in English', () => {
  for (const [price, shown] of [
    [0, 'LKR 0'],
    [950, 'LKR 950'],
    [12_500, 'LKR 12,500'],
    [1_250_000, 'LKR 1,250,000'],
    [12_500.5, 'LKR 12,500.50'],
  ] as const) {
    test(`${price} is shown as ${shown}`, () =>
      assert.equal(formatLocalPrice(price, 'en'), shown.replace(' ', '\u00A0')))
  }
})

test('formatLocalDay: month and day in the order of the language, with the weekday', () => {
  const daysOf = (day: string) => languages.map((language) => formatLocalDay(day, language))
  assert.deepEqual(daysOf('2026-11-27'), ['Friday 27 November', 'නොවැම්බර් 27 සිකුරාදා', 'வெள்ளி, 27 நவம்பர்'])
  assert.deepEqual(daysOf('2027-02-28'), ['Sunday 28 February', 'පෙබරවාරි 28 ඉරිදා', 'ஞாயிறு, 28 பெப்ரவரி'])
})

test('formatLocalDay: twelve months and seven weekdays, no two of them the same', () => {
  const year = Array.from({ length: 365 }, (_, index) => addDays('2026-01-01', index))
  for (const language of languages) {
    const words = year.flatMap((day) => formatLocalDay(day, language).match(/[\p{L}\p{M}\u200D]+/gu) ?? [])
    assert.equal(new Set(words).size, 12 + 7, language)
  }
})
