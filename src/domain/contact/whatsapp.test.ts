import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatWhatsapp, parseWhatsapp } from './whatsapp.ts'

for (const [written, expected] of [
  ['0771234567', '94771234567'],
  ['077 123 4567', '94771234567'],
  ['077-123-4567', '94771234567'],
  ['(077) 123.4567', '94771234567'],
  ['771234567', '94771234567'],
  ['+94 77 123 4567', '94771234567'],
  ['+94 (0)77 123 4567', '94771234567'],
  ['0094 77 123 4567', '94771234567'],
  ['94771234567', '94771234567'],
  ['94770000000', '94770000000'],
  ['+44 7911 123456', '447911123456'],
  ['447911123456', '447911123456'],
  ['12025550123', '12025550123'],
  ['298211234', '298211234'],
  ['077 123 456', undefined],
  ['+94 77 123 456', undefined],
  ['+94 77 123 4567 8', undefined],
  ['0771234567 / 0711234567', undefined],
  ['077 123 4567 ext. 5', undefined],
  ['Call 077 123 4567', undefined],
  ['https://wa.me/94771234567', undefined],
  ['my number', undefined],
  ['9'.repeat(16), undefined],
] as const) {
  test(`parseWhatsapp: "${written}" is ${expected === undefined ? 'refused' : expected}`, () => {
    assert.equal(parseWhatsapp(written), expected)
    if (expected !== undefined) assert.equal(parseWhatsapp(expected), expected)
  })
}

for (const [digits, expected] of [
  ['94771234567', '+94 77 123 4567'],
  ['442071838750', '+44 20 7183 8750'],
  ['999999999999999', '+999999999999999'],
] as const) {
  test(`formatWhatsapp: ${digits} is shown as ${expected}, and read as itself if it exists`, () => {
    assert.equal(formatWhatsapp(digits), expected)
    const read = parseWhatsapp(expected)
    assert.ok(read === digits || read === undefined)
  })
}
