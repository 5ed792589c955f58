import assert from 'node:assert/strict'
import { test } from 'node:test'

import { facetParts, splitFacet } from './facets.ts'

for (const [text, names] of [
  [null, []],
  ['', []],
  [' / , ', []],
  ['S / M, L', ['S', 'M', 'L']],
  ['S/s, s', ['S']],
  ['One  size', ['One size']],
  ['S (36/38), M (40/42)', ['S (36/38)', 'M (40/42)']],
  ['10,5 cm, 12,5 cm', ['10,5 cm', '12,5 cm']],
  ['36,38,40', ['36', '38', '40']],
  ['S (small, M', ['S (small', 'M']],
  ['නිල් / சிவப்பு', ['නිල්', 'சிவப்பு']],
] as const) {
  test(`splitFacet: ${JSON.stringify(text)} has ${names.length} values`, () => {
    assert.deepEqual(
      splitFacet(text).map(({ name }) => name),
      names,
    )
  })

  test(`facetParts: of ${JSON.stringify(text)} has the same values, and no character is lost`, () => {
    const parts = facetParts(text ?? '')
    const values = parts.filter(({ isValue }) => isValue).map((part) => part.text)
    assert.deepEqual(splitFacet(values.join(', ')), splitFacet(text))
    assert.equal(parts.map((part) => part.text).join(''), text ?? '')
  })
}
