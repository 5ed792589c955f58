import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { Firestore, type Query } from '@google-cloud/firestore'

import { noReservation } from '../../domain/stored-fields.ts'
import { itemNamed } from '../test-support.ts'
import { collectionName, toStoredDocument } from './item-document.ts'
import { itemQueries } from './queries.ts'

const root = join(import.meta.dirname, '../../..')
const items = new Firestore({ projectId: 'wool-shop' }).collection(collectionName)

const queries: Readonly<Record<keyof typeof itemQueries, Query>> = {
  latest: itemQueries.latest(items, 24),
  changed: itemQueries.changed(items, new Date(), 50),
  latestNotVisible: itemQueries.latestNotVisible(items, 24),
  withPhotos: itemQueries.withPhotos(items, ['a', 'b']),
  removedBefore: itemQueries.removedBefore(items, new Date(), 200),
  reservedBefore: itemQueries.reservedBefore(items, '2026-11-27', 500),
}

interface Field {
  readonly fieldPath: string
}

/** The used fields of a query as it is sent. (google/firestore/v1/query.proto) */
interface StructuredQuery {
  readonly where?: Filter
  readonly orderBy?: readonly { readonly field: Field; readonly direction: 'ASCENDING' | 'DESCENDING' }[]
}

interface Filter {
  readonly compositeFilter?: { readonly filters: readonly Filter[] }
  readonly fieldFilter?: { readonly field: Field; readonly op: string }
}

/** A field of an index, as in `deploy/firestore.indexes.json`. */
interface IndexField extends Field {
  readonly order?: string
  readonly arrayConfig?: string
}

interface Indexes {
  readonly indexes: readonly { readonly collectionGroup: string; readonly fields: readonly IndexField[] }[]
  readonly fieldOverrides: readonly { readonly collectionGroup: string; readonly fieldPath: string }[]
}

function filtersOf({ compositeFilter, fieldFilter }: Filter): { path: string; op: string }[] {
  const own = fieldFilter === undefined ? [] : [{ path: fieldFilter.field.fieldPath, op: fieldFilter.op }]
  return [...own, ...(compositeFilter?.filters ?? []).flatMap(filtersOf)]
}

/**
 * The fields of the index that a query needs: first those that are compared for equality, then arrays, then the order. One
 * field is indexed by Firestore itself; it also merges such indexes if all fields are compared for equality.
 * (firebase.google.com/docs/firestore/query-data/index-overview)
 */
function indexOf(query: Query): { readonly fields: readonly IndexField[]; readonly isComposite: boolean } {
  const { structuredQuery } = (query as Query & { toProto(): { structuredQuery: StructuredQuery } }).toProto()
  const filters = structuredQuery.where ? filtersOf(structuredQuery.where) : []
  const order = (structuredQuery.orderBy ?? []).filter(({ field }) => field.fieldPath !== '__name__')
  const equal = filters.filter(({ op }) => /^(?:EQUAL|IN)$/.test(op))
  const arrays = filters.filter(({ op }) => op.startsWith('ARRAY_'))
  const ranges = filters.filter((filter) => !equal.includes(filter) && !arrays.includes(filter))
  const fields = new Map<string, IndexField>()
  for (const { path } of equal) fields.set(path, { fieldPath: path, order: 'ASCENDING' })
  for (const { path } of arrays) fields.set(path, { fieldPath: path, arrayConfig: 'CONTAINS' })
  for (const { field, direction } of order) fields.set(field.fieldPath, { ...field, order: direction })
  for (const { path } of ranges) fields.set(path, fields.get(path) ?? { fieldPath: path, order: 'ASCENDING' })
  return { fields: [...fields.values()], isComposite: fields.size > 1 && fields.size > equal.length }
}

const deployed = JSON.parse(await readFile(join(root, 'deploy/firestore.indexes.json'), 'utf8')) as Indexes
const needed = Object.values(queries).map(indexOf)

test('indexOf: a filter and an order of different fields need a composite index', () => {
  const query = items.where('sold', '==', true).where('photoIds', 'array-contains', 'a').orderBy('createdAt', 'desc')
  assert.deepEqual(indexOf(query), {
    isComposite: true,
    fields: [
      { fieldPath: 'sold', order: 'ASCENDING' },
      { fieldPath: 'photoIds', arrayConfig: 'CONTAINS' },
      { fieldPath: 'createdAt', order: 'DESCENDING' },
    ],
  })
  assert.equal(indexOf(items.where('sold', '==', true).where('hidden', '==', true)).isComposite, false)
})

test('deploy/firestore.indexes.json has the composite indexes that the queries need, and no others', () => {
  const composite = needed.filter(({ isComposite }) => isComposite).map(({ fields }) => fields)
  assert.deepEqual(
    deployed.indexes.map(({ fields }) => fields),
    composite,
  )
})

test('deploy/firestore.indexes.json turns off the indexes of fields that documents have and no query uses', () => {
  const used = new Set(needed.flatMap(({ fields }) => fields.map(({ fieldPath }) => fieldPath)))
  const photo = { id: '0'.repeat(32), width: 1, height: 1, placeholder: '' }
  const item = {
    ...itemNamed('Beanie'),
    photos: [photo],
    id: 'a',
    createdAt: new Date(),
    hidden: true,
    sold: true,
    ...noReservation,
  }
  const stored = Object.keys(toStoredDocument({ ...item, removedAt: new Date() }, 0, 0))
  for (const { collectionGroup, fieldPath } of deployed.fieldOverrides) {
    assert.equal(collectionGroup, collectionName)
    assert.ok(!used.has(fieldPath), `${fieldPath} is queried`)
    assert.ok(stored.includes(fieldPath) || fieldPath === 'copyOf', `no document has ${fieldPath}`)
  }
})

test('every query of items is in queries.ts', async () => {
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (/firestore\/queries(?:\.test)?\.ts$/.test(file)) continue
    const code = await readFile(join(root, file), 'utf8')
    const isOfItems = code.includes('@google-cloud/firestore') && !code.includes("collection('notices')")
    if (isOfItems) assert.doesNotMatch(code, /\.(?:where|orderBy)\(/, file)
  }
})
