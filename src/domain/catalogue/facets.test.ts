import assert from 'node:assert/strict'
import { test } from 'node:test'

import { splitFacet } from './facets.ts'

for (const [text, names] of [
  [null, []],
  ['', []],
  [' / , ', []],
  ['S / M, L', ['S', 'M', 'L']],
  ['S/s, s', ['S']],
  ['One  size', ['One size']],
  ['නිල් / சிவப்பு', ['නිල්', 'சிவப்பு']],
] as const) {
  test(`splitFacet: ${JSON.stringify(text)} has ${names.length} values`, () => {
    assert.deepEqual(
      splitFacet(text).map(({ name }) => name),
      names,
    )
  })
}
