import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sizesOf } from './sizes.ts'

for (const [size, sizes] of [
  ['S / M / L', ['S', 'M', 'L']],
  ['S, M, L', ['S', 'M', 'L']],
  ['S/M/L', ['S', 'M', 'L']],
  ['S,M,L', ['S', 'M', 'L']],
  ['S / M', ['S', 'M']],
  ['S/M, L/XL', ['S/M', 'L/XL']],
  ['S/M / L/XL', ['S/M', 'L/XL']],
  ['S, M,L,XL', ['S', 'M', 'L', 'XL']],
  ['S,M, L', ['S', 'M', 'L']],
  ['S , M ,L', ['S', 'M', 'L']],
  ['S / M /L', ['S', 'M', 'L']],
  ['S, M,', ['S', 'M']],
  ['S/M/L/', ['S', 'M', 'L']],
  ['10,5 cm, 12,5 cm', ['10,5 cm', '12,5 cm']],
  ['Baby, 2 years, 4 years', ['Baby', '2 years', '4 years']],
  ['சிறியது, பெரியது', ['சிறியது', 'பெரியது']],
  ['S, S', []],
  ['S/M', []],
  ['S/M/', []],
  ['S,', []],
  ['36/38', []],
  ['M', []],
  ['One size', []],
  ['One size, fits heads of 54 to 58 cm', []],
  ['120 x 30 cm', []],
  ['S, , L', []],
  [',', []],
  ['', []],
  [null, []],
  ['a, b, c, d, e, f, g, h, i, j, k, l, m', []],
] as const) {
  test(`sizesOf: ${JSON.stringify(size)} has ${sizes.length === 0 ? 'no choice' : sizes.join(' | ')}`, () => {
    assert.deepEqual(sizesOf(size), sizes)
  })
}
