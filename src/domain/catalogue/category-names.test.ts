import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isInvalidInput } from '../invalid-input.ts'
import { categoryLabel, categoryNames, maxCategoryNames, namesOf, withNames, withRenamed } from './category-names.ts'

const names = { si: { hats: 'තොප්පි', scarves: 'ස්කාෆ්' }, ta: { hats: 'தொப்பிகள்' } }

test('withNames: any spelling of the category; an empty name is taken out', () => {
  assert.deepEqual(withNames({}, ' HATS', { si: ' තොප්පි ' }), { si: { hats: 'තොප්පි' } })
  assert.deepEqual(withNames(names, 'Hats', { si: '', ta: 'தொப்பி' }), {
    si: { scarves: 'ස්කාෆ්' },
    ta: { hats: 'தொப்பி' },
  })
})

test('withRenamed: names are carried along, and a category that exists keeps its own', () => {
  assert.deepEqual(withRenamed(names, 'Hats', 'Beanies'), {
    si: { scarves: 'ස්කාෆ්', beanies: 'තොප්පි' },
    ta: { beanies: 'தொப்பிகள்' },
  })
  assert.deepEqual(withRenamed(names, 'Hats', 'Scarves'), { si: { scarves: 'ස්කාෆ්' }, ta: { scarves: 'தொப்பிகள்' } })
  for (const [from, to] of [
    ['Hats', 'HATS'],
    ['Gloves', 'Hats'],
    ['constructor', 'Hats'],
    ['Hats', '__hats__'],
  ] as const) {
    assert.equal(withRenamed(names, from, to), names)
  }
})

test('withNames: refuses long names, other languages, reserved keys and more than 200 of a language', () => {
  const many = Object.fromEntries(Array.from({ length: maxCategoryNames }, (_, index) => [`c${index}`, 'x']))
  for (const refused of [
    () => withNames({}, 'Hats', { si: 'x'.repeat(61) }),
    () => withNames({}, 'Hats', { fr: 'x' } as object),
    () => withNames({}, 'Hats', { si: 7 } as object),
    () => withNames({}, '__hats__', { si: 'x' }),
    () => withNames({}, ' ', { si: 'x' }),
    () => withNames({ si: many }, 'Hats', { si: 'x' }),
  ]) {
    assert.throws(refused, isInvalidInput)
  }
  assert.deepEqual(categoryNames.read({ si: { HATS: 'x', hats: 'y' } }).value, { si: { hats: 'y' } })
})

test('categoryLabel: its name, or the one that items have', () => {
  assert.equal(categoryLabel(names.si, 'Hats'), 'තොප්පි')
  assert.equal(categoryLabel(names.si, 'Gloves'), 'Gloves')
  assert.equal(categoryLabel({}, 'constructor'), 'constructor')
  assert.deepEqual(namesOf(names, 'HATS'), { si: 'තොප්පි', ta: 'தொப்பிகள்' })
})
