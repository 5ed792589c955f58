import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { describeInvalidItem } from '../../messages/describe-item-problem.ts'
import { english } from '../../messages/english.ts'
import { isInvalidItem } from '../item-problem.ts'
import { initialState, isUnchanged, parseItemState } from '../item-state.ts'
import { parseNewItem, withPhotos } from '../item.ts'
import { formatFocus, noDetails } from './item-details.ts'

const least = { title: 'Ivory beanie', imageUrl: 'https://example.com/a.jpg' }

function problemsOf(input: object) {
  try {
    parseNewItem({ ...least, ...input })
  } catch (error) {
    assert.ok(isInvalidItem(error))
    return describeInvalidItem(error, english).fields
  }
  assert.fail('it was accepted')
}

describe('details of an item', () => {
  test('are optional', () => {
    assert.partialDeepStrictEqual(parseNewItem(least), noDetails)
    assert.deepEqual(parseNewItem({ ...least, ...noDetails }), parseNewItem(least))
  })

  for (const [given, parsed] of [
    [{ madeToOrder: true, weeksToMake: 3 }, {}],
    [
      { madeToOrder: 'true', weeksToMake: ' 52 ' },
      { madeToOrder: true, weeksToMake: 52 },
    ],
    [
      { madeToOrder: '', weeksToMake: '', focus: '' },
      { madeToOrder: false, weeksToMake: null, focus: null },
    ],
    [
      { madeToOrder: null, focus: null },
      { madeToOrder: false, focus: null },
    ],
    [
      { yarn: ' Merino ', measurements: ' 1\n2 ', care: ' ' },
      { yarn: 'Merino', measurements: '1\n2', care: null },
    ],
    [{ focus: { x: 0, y: 100, z: 1 } }, { focus: { x: 0, y: 100 } }],
    [{ focus: '40,25' }, { focus: { x: 40, y: 25 } }],
    [{ focus: { x: 50, y: 50 } }, {}],
  ] as const) {
    test(`parses ${JSON.stringify(given)}`, () => {
      const item = parseNewItem({ ...least, ...given })
      const expected = { ...noDetails, ...given, ...parsed }
      assert.deepEqual(
        Object.fromEntries(Object.keys(noDetails).map((name) => [name, Reflect.get(item, name)])),
        expected,
      )
    })
  }

  for (const invalid of [
    { madeToOrder: 'yes' },
    { madeToOrder: 1 },
    { madeToOrder: {} },
    ...[0, 53, 2.5, -1, '3 weeks', '1e1', '0x1', true, []].map((weeksToMake) => ({ weeksToMake })),
    { yarn: 'x'.repeat(201) },
    { measurements: 'x'.repeat(501) },
    { care: 'x'.repeat(501) },
    { care: 7 },
    ...[{ x: 1 }, { x: -1, y: 0 }, { x: 0, y: 101 }, { x: 0.5, y: 0 }, { x: '1', y: '1' }, [1, 2], '1', '1,101', 7].map(
      (focus) => ({ focus }),
    ),
  ]) {
    test(`refuses ${JSON.stringify(invalid).slice(0, 50)}, by the name of the field`, () => {
      assert.deepEqual(Object.keys(problemsOf(invalid) ?? {}), Object.keys(invalid))
    })
  }

  test('formatFocus: parseNewItem reads it', () => {
    for (const focus of [null, { x: 0, y: 100 }, { x: 7, y: 33 }]) {
      assert.deepEqual(parseNewItem({ ...least, focus: formatFocus(focus) }).focus, focus)
    }
  })
})

test('isUnchanged: compares the focus by its point', () => {
  const newItem = withPhotos(parseNewItem({ ...least, focus: { x: 1, y: 2 } }), [])
  const item = { ...newItem, id: 'a', createdAt: new Date(), ...initialState }
  assert.ok(isUnchanged(item, { focus: { x: 1, y: 2 } }))
  for (const focus of [null, { x: 1, y: 3 }, { x: 2, y: 2 }]) assert.ok(!isUnchanged(item, { focus }))
})

test('parseItemState: sold, hidden and madeToOrder, each true or false', () => {
  const all = { sold: true, hidden: false, madeToOrder: true }
  assert.deepEqual(parseItemState(all), all)
  for (const input of [
    { madeToOrder: 'true' },
    { madeToOrder: null },
    { weeksToMake: 3 },
    { madeToOrder: true, yarn: '' },
  ]) {
    assert.throws(() => parseItemState(input), isInvalidItem)
  }
})
