import assert from 'node:assert/strict'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'

import { openDatabase } from './database.ts'
import { orStorageUnavailable } from './errors.ts'
import { temporaryFolder } from './test-support.ts'
import { inTransaction } from './transaction.ts'

const migrations = ['CREATE TABLE item (name TEXT NOT NULL UNIQUE) STRICT']

function openItems(t: TestContext) {
  const file = join(temporaryFolder(t), 'shop.db')
  const database = openDatabase(file, migrations)
  t.after(() => database.close())
  const insert = database.prepare('INSERT INTO item VALUES (?)')
  return {
    file,
    database,
    add: (...names: string[]) => inTransaction(database, () => names.forEach((name) => insert.run(name))),
    names: () =>
      database
        .prepare('SELECT name FROM item')
        .all()
        .map(({ name }) => name),
  }
}

test('inTransaction: keeps all changes, or none', (t) => {
  const { add, names } = openItems(t)
  add('Beanie', 'Scarf')
  assert.throws(() => add('Sweater', 'Scarf'), /UNIQUE/)
  assert.deepEqual(names(), ['Beanie', 'Scarf'])
  add('Sweater')
  assert.deepEqual(names(), ['Beanie', 'Scarf', 'Sweater'])
})

describe('orStorageUnavailable: a storage failure throws `storage-unavailable`, and later writes work again', () => {
  type Items = ReturnType<typeof openItems>

  /** Each function causes a failure and returns a function that ends it. */
  const failures: Record<string, (items: Items) => () => void> = {
    'a full disk': ({ database }) => {
      database.exec('PRAGMA max_page_count = 1')
      return () => database.exec('PRAGMA max_page_count = 1000000')
    },
    'a file that another program has locked': ({ file, database }) => {
      database.exec('PRAGMA busy_timeout = 0')
      const other = new DatabaseSync(file)
      other.exec('BEGIN IMMEDIATE')
      return () => other.close()
    },
    'a file that has become read-only': ({ database }) => {
      database.exec('PRAGMA query_only = ON')
      return () => database.exec('PRAGMA query_only = OFF')
    },
  }

  for (const [name, fail] of Object.entries(failures)) {
    test(name, (t) => {
      const items = openItems(t)
      items.add('Beanie')
      const end = fail(items)
      const adding = () => orStorageUnavailable(() => items.add('Scarf', 'x'.repeat(50_000)))
      assert.throws(adding, (error: Error & { code?: string }) => {
        assert.equal(error.code, 'storage-unavailable')
        assert.equal(error.message, 'The storage cannot be read or written.')
        assert.ok(error.cause instanceof Error)
        return true
      })
      assert.deepEqual(items.names(), ['Beanie'])
      end()
      adding()
      assert.equal(items.names().length, 3)
    })
  }

  test('a file that was damaged while it was open', (t) => {
    const { file, database, add, names } = openItems(t)
    add(...Array.from({ length: 2_000 }, (_, i) => `Item ${i}`))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory')
    const descriptor = openSync(file, 'r+')
    writeSync(descriptor, Buffer.alloc(40_000, 7), 0, 40_000, 4_096)
    closeSync(descriptor)
    assert.throws(() => orStorageUnavailable(names), { code: 'storage-unavailable' })
  })

  test('any other error is passed on unchanged', (t) => {
    const { add } = openItems(t)
    add('Beanie')
    assert.throws(() => orStorageUnavailable(() => add('Beanie')), { code: 'ERR_SQLITE_ERROR' })
    assert.throws(() => orStorageUnavailable(() => JSON.parse('{')), SyntaxError)
  })
})
