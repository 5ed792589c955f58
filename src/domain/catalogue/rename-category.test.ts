import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isInvalidInput } from '../invalid-input.ts'
import { itemFields } from '../item-fields.ts'
import { parseCategoryRename } from './rename-category.ts'

test('parseCategoryRename: trims both names, and takes any name as the former one', () => {
  assert.deepEqual(parseCategoryRename({ from: ' Hats ', to: '\tBeanies ' }), { from: 'Hats', to: 'Beanies' })
  assert.deepEqual(parseCategoryRename({ from: '..', to: 'හිස් වැසුම්' }), { from: '..', to: 'හිස් වැසුම්' })
  const longest = 'x'.repeat(itemFields.category.max)
  assert.equal(parseCategoryRename({ from: `${longest}x`, to: longest }).to, longest)
})

function problemOf(input: unknown): string | undefined {
  try {
    parseCategoryRename(input)
  } catch (error) {
    assert.ok(isInvalidInput(error))
    return error.problem?.code ?? error.fields?.['to']?.code
  }
  return undefined
}

for (const [input, code] of [
  [null, 'notARename'],
  ['Hats', 'notARename'],
  [{}, 'notARename'],
  [{ from: 'Hats' }, 'notARename'],
  [{ from: ' ', to: 'Beanies' }, 'notARename'],
  [{ from: 'Hats', to: 7 }, 'notARename'],
  [{ from: 'Hats', to: ' ' }, 'categoryRequired'],
  [{ from: 'Hats', to: '..' }, 'notACategory'],
  [{ from: 'Hats', to: 'x'.repeat(itemFields.category.max + 1) }, 'tooLong'],
] as const) {
  test(`parseCategoryRename: refuses ${JSON.stringify(input).slice(0, 40)}: ${code}`, () => {
    assert.equal(problemOf(input), code)
  })
}
