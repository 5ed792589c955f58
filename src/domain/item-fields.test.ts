import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { describeInvalidInput } from '../messages/describe-invalid-input.ts'
import { english } from '../messages/english.ts'
import { formatFields, readFields } from './field-table.ts'
import { isInvalidInput } from './invalid-input.ts'
import { itemFields, noDetails, noFields, searchedTexts, textNames } from './item-fields.ts'
import { toVisibleItem, initialState, isUnchanged, parseItemState } from './item-state.ts'
import { parseNewItem, withPhotos } from './item.ts'
import { noReservation, toStoredFields, withoutPrivate } from './stored-fields.ts'
import { fullItem } from './test-support.ts'

const least = { title: 'Ivory beanie', imageUrl: 'https://example.com/a.jpg' }

function problemsOf(input: object) {
  try {
    parseNewItem({ ...least, ...input })
  } catch (error) {
    assert.ok(isInvalidInput(error))
    return describeInvalidInput(error, english).fields
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
})

describe('every field of an item', () => {
  const { photos: _, ...formTexts } = formatFields(itemFields, fullItem)

  test('has a value in the sample, and none in an item without fields', () => {
    const empty = Object.entries(formTexts).filter(([, text]) => text === '')
    assert.deepEqual(empty, [])
    const filled = Object.entries(formatFields(itemFields, noFields)).filter(([, text]) => text !== '')
    assert.deepEqual(filled, [['category', 'Knits']])
  })

  test('is the same after a form, and after storage', () => {
    const special = [{}, { price: 4_500.5 }, { price: null }, { focus: { x: 0, y: 100 } }, { focus: null }]
    const empty = { ...noFields, ...least }
    for (const item of [empty, ...special.map((fields) => Object.assign({}, fullItem, fields))]) {
      const { photos: __, ...texts } = formatFields(itemFields, item)
      assert.deepEqual(parseNewItem(texts), item)
      assert.deepEqual(readFields(itemFields, JSON.parse(JSON.stringify(toStoredFields(item)))), {
        values: item,
        faults: [],
      })
    }
  })

  test('toStoredFields: details that an item does not have are left out, or removed from what is stored', () => {
    const specified = Object.keys(noFields).filter((name) => name !== 'photos' && !Object.hasOwn(noDetails, name))
    assert.deepEqual(Object.keys(toStoredFields(noFields)), specified)
    assert.deepEqual(toStoredFields({ ...noDetails, size: null }, 'removed'), {
      size: null,
      ...Object.fromEntries(Object.keys(noDetails).map((name) => [name, 'removed'])),
    })
  })

  for (const name of textNames) {
    test(`${name}: a stored text is cleaned, and cut or left out if it is too long`, () => {
      const { max } = itemFields[name]
      const read = (stored: unknown) => readFields({ [name]: itemFields[name] }, { [name]: stored })
      const stored = `${fullItem[name]}`
      assert.deepEqual(read(` ${stored}\0\u202E `), { values: { [name]: stored }, faults: [] })
      const long = stored + 'x'.repeat(max)
      const cut = name === 'imageUrl' ? '' : long.slice(0, max)
      assert.deepEqual(read(long), { values: { [name]: cut }, faults: [name] })
      assert.deepEqual(read(7), { values: { [name]: itemFields[name].absent }, faults: [name] })
    })
  }

  test('searchedTexts: those that say most of an item come first', () => {
    const expected = [['title'], ['category'], ['tagline'], ['size', 'color'], ['yarn'], ['description']]
    assert.deepEqual(searchedTexts, expected)
  })
})

test('isUnchanged: compares the focus by its point', () => {
  const newItem = withPhotos(parseNewItem({ ...least, focus: { x: 1, y: 2 } }), [])
  const item = { ...newItem, id: 'a', createdAt: new Date(), ...initialState }
  assert.ok(isUnchanged(item, { focus: { x: 1, y: 2 } }))
  for (const focus of [null, { x: 1, y: 3 }, { x: 2, y: 2 }]) assert.ok(!isUnchanged(item, { focus }))
})

const today = '2026-11-27'

describe('parseItemState', () => {
  for (const [given, parsed] of [
    [{ sold: true, hidden: false, madeToOrder: true }, {}],
    [{ price: '4,500' }, { price: 4_500 }],
    [{ price: null }, {}],
    [{ reserved: false }, noReservation],
    [{ reserved: true }, { reservedUntil: null, reservedNote: null }],
    [{ reserved: true, reservedUntil: today, reservedNote: ' for Ama ' }, { reservedNote: 'for Ama' }],
  ] as const) {
    test(`parses ${JSON.stringify(given)}`, () => {
      assert.deepEqual(parseItemState(given, today), { ...given, ...parsed })
    })
  }

  for (const [given, fields] of [
    [{ madeToOrder: 'true' }, undefined],
    [{ madeToOrder: null }, undefined],
    [{ weeksToMake: 3 }, undefined],
    [{ madeToOrder: true, yarn: '' }, undefined],
    [{}, undefined],
    [null, undefined],
    [{ reserved: 'true' }, undefined],
    [{ reservedUntil: today }, undefined],
    [{ reserved: false, reservedNote: 'for Ama' }, undefined],
    [{ price: 'cheap' }, { price: { code: 'notAPrice' } }],
    [{ reserved: true, reservedUntil: '2026-11-31' }, { reservedUntil: { code: 'notADay' } }],
    [{ reserved: true, reservedUntil: '2026-11-26' }, { reservedUntil: { code: 'dayPassed' } }],
    [{ reserved: true, reservedNote: 'x'.repeat(201) }, { reservedNote: { code: 'tooLong', max: 200 } }],
  ] as const) {
    test(`refuses ${JSON.stringify(given).slice(0, 60)}`, () => {
      assert.throws(() => parseItemState(given, today), { name: 'InvalidInputError', fields })
    })
  }
})

test('withoutPrivate: what only owners see is left out, of an item and of what is stored of it', () => {
  const reservation = { reserved: true, reservedUntil: today, reservedNote: 'for Ama' }
  for (const fields of [reservation, toStoredFields(reservation)]) {
    assert.deepEqual(withoutPrivate(fields), { reserved: true, reservedUntil: today })
  }
})

test('toVisibleItem: has nothing that only owners see', () => {
  const item = { ...withPhotos(parseNewItem(least), []), id: 'a', createdAt: new Date(), sold: false, reserved: true }
  const reservation = { reservedUntil: today, reservedNote: 'for Ama' }
  assert.deepEqual(toVisibleItem({ ...item, ...reservation, hidden: false, removedAt: null, version: '1' }), item)
})
