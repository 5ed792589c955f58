import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readPieceCount } from './arguments.ts'

test('the demo adds 14 pieces, or as many as --pieces says', () => {
  assert.equal(readPieceCount([]), 14)
  assert.equal(readPieceCount(['--pieces', '120']), 120)
  assert.equal(readPieceCount(['--pieces=1000']), 1_000)
})

for (const args of [
  ['--pieces'],
  ['--pieces', ''],
  ['--pieces', '13'],
  ['--pieces', '1001'],
  ['--pieces', '2e2'],
  ['--pieces', '20.5'],
  ['--pieces=-20'],
  ['--piece', '20'],
  ['120'],
]) {
  test(`the demo refuses '${args.join(' ')}', and says how to call it`, () => {
    assert.throws(() => readPieceCount(args), /Usage: npm run demo -- \[--pieces NUMBER\], from 14 to 1000\.$/)
  })
}
