import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'

import { checkDatabase, copyDatabase } from './backup.ts'
import { openDatabase } from './database.ts'
import { StartError } from './errors.ts'
import { assertStartError, temporaryFolder } from './test-support.ts'

const migrations = [
  'CREATE TABLE shelf (id INTEGER PRIMARY KEY) STRICT',
  `CREATE TABLE item (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, shelf INTEGER REFERENCES shelf (id)
  ) STRICT; CREATE INDEX item_name ON item (name)`,
]

/** A database of some megabytes, which is more than one step of a copy. */
function openFilled(t: TestContext, folder = temporaryFolder(t)) {
  const file = join(folder, 'shop.db')
  const database = openDatabase(file, migrations)
  t.after(() => database.isOpen && database.close())
  const insert = database.prepare('INSERT INTO item (name) VALUES (?)')
  const add = (count: number) => {
    database.exec('BEGIN')
    for (let index = 0; index < count; index++) insert.run(`Item ${index} `.repeat(100))
    database.exec('COMMIT')
  }
  add(2_000)
  return { folder, file, database, add, copy: join(folder, 'copy.db') }
}

function countItems(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true })
  return database.prepare('SELECT count(*) AS items FROM item').get()?.['items'] as number
}

describe('copyDatabase', () => {
  test('copies what was committed when it began, while the application writes', async (t) => {
    const { file, copy, add } = openFilled(t)
    let writes = 0
    const shares: number[] = []
    const report = (share: number) => {
      shares.push(share)
      add(1)
      writes += 1
    }
    await copyDatabase(file, copy, { report })
    assert.ok(writes > 1, 'it was copied in one step')
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    )
    assert.equal(countItems(copy), 2_000)
    assert.deepEqual(checkDatabase(copy), { version: 2, problem: undefined })
    assert.equal(countItems(file), 2_000 + writes)
  })

  test('has what is only in the write-ahead log of a killed process', async (t) => {
    const { folder, copy } = openFilled(t)
    const killed = temporaryFolder(t)
    for (const name of ['shop.db', 'shop.db-wal']) writeFileSync(join(killed, name), readFileSync(join(folder, name)))
    await copyDatabase(join(killed, 'shop.db'), copy)
    assert.equal(countItems(copy), 2_000)
  })

  test('makes a single file that only its owner may read, also after it was read', async (t) => {
    const { file } = openFilled(t)
    const target = temporaryFolder(t)
    await copyDatabase(file, join(target, 'copy.db'))
    assert.equal(countItems(join(target, 'copy.db')), 2_000)
    assert.deepEqual(readdirSync(target), ['copy.db'])
    assert.equal(statSync(join(target, 'copy.db')).mode & 0o777, 0o600)
  })

  test('a copy opens as a database of the application', async (t) => {
    const { file, copy } = openFilled(t)
    await copyDatabase(file, copy)
    openDatabase(copy, migrations).close()
    assert.equal(countItems(copy), 2_000)
  })

  test('ends with the reason of its signal', async (t) => {
    const { file, copy, add } = openFilled(t)
    const stopping = new AbortController()
    const report = () => stopping.abort(new Error('enough'))
    await assert.rejects(copyDatabase(file, copy, { signal: stopping.signal, report }), { message: 'enough' })
    add(1)
    assert.equal(countItems(file), 2_001)
  })

  test('refuses a source that is missing or damaged', async (t) => {
    const { folder, copy } = openFilled(t)
    const damaged = join(folder, 'damaged.db')
    writeFileSync(damaged, Buffer.alloc(4_096, 'x'))
    for (const source of [damaged, join(folder, 'missing.db')]) {
      await assert.rejects(copyDatabase(source, copy), StartError)
    }
  })
})

describe('checkDatabase', () => {
  async function copyOf(t: TestContext, change: (database: DatabaseSync) => void = () => {}): Promise<string> {
    const { file, copy, database } = openFilled(t)
    change(database)
    await copyDatabase(file, copy)
    return copy
  }

  test('finds a damaged page', async (t) => {
    const copy = await copyOf(t)
    const bytes = readFileSync(copy)
    bytes.fill(0xff, bytes.length - 4_096)
    writeFileSync(copy, bytes)
    assert.match(checkDatabase(copy).problem ?? '', /page|Tree/i)
  })

  test('finds an index that does not belong to its table', async (t) => {
    const copy = await copyOf(t, (database) => {
      database.enableDefensive(false)
      database.exec(`PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE INDEX item_name ON item (shelf)' WHERE name = 'item_name'`)
    })
    assert.match(checkDatabase(copy).problem ?? '', /item_name/)
  })

  test('finds a reference to a missing row', async (t) => {
    const copy = await copyOf(t, (database) => {
      database.exec("PRAGMA foreign_keys = OFF; INSERT INTO item (name, shelf) VALUES ('Beanie', 7)")
    })
    assert.equal(checkDatabase(copy).problem, 'a row of item refers to a missing row of shelf')
  })

  test('throws when a file is no database', (t) => {
    const file = join(temporaryFolder(t), 'text.db')
    writeFileSync(file, 'not a database, but longer than the header of one: '.repeat(20))
    assertStartError(() => checkDatabase(file), /is damaged/)
  })
})
