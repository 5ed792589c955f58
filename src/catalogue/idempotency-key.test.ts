import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readIdempotencyKey } from './idempotency-key.ts'

for (const [header, key] of [
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['"two words, and more"', 'two words, and more'],
  [String.raw`"a \"quoted\" \\ key"`, String.raw`a "quoted" \ key`],
  [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
] as const) {
  test(`readIdempotencyKey: ${header} is the key ${key}`, () => assert.equal(readIdempotencyKey(header), key))
}

test('readIdempotencyKey: undefined without a header', () => assert.equal(readIdempotencyKey(undefined), undefined))

for (const header of [
  '',
  '""',
  '"',
  '"open',
  'open"',
  '"a", "b"',
  'a, b',
  '"a";b=1',
  String.raw`"a\b"`,
  '"a\tb"',
  '"ක"',
  ':YQ==:;',
  'two words',
  'x'.repeat(256),
  `"${String.raw`\\`.repeat(8_000)}"`,
  `"${'x'.repeat(256)}"`,
]) {
  test(`readIdempotencyKey: refuses ${JSON.stringify(header.slice(0, 20))}`, () => {
    assert.throws(() => readIdempotencyKey(header), { code: 'invalid-request' })
  })
}
