import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'

import { openDatabase } from './database.ts'
import {
  assertStartError,
  contents,
  fillDisk,
  kill,
  noSmallDisk,
  smallDisk,
  startProcess,
  temporaryFolder,
} from './test-support.ts'

const migrations = ['CREATE TABLE item (name TEXT NOT NULL) STRICT; CREATE INDEX item_name ON item (name)']
const pageBytes = 4_096

/** Creates an undamaged file of about 60 pages and closes it. */
function createDatabase(folder: string): string {
  const file = join(folder, 'shop.db')
  const database = openDatabase(file, migrations)
  const insert = database.prepare('INSERT INTO item VALUES (?)')
  database.exec('BEGIN')
  for (let i = 0; i < 1_000; i++) insert.run(`Item ${i} `.repeat(10))
  database.exec('COMMIT')
  database.close()
  return file
}

function overwrite(file: Buffer, offset: number, bytes: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, offset), bytes, file.subarray(offset + bytes.length)])
}

function page(file: Buffer, number: number): Buffer {
  return file.subarray(number * pageBytes, (number + 1) * pageBytes)
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function namesOfTables(database: DatabaseSync): unknown[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return rows.map(({ name }) => name)
}

describe('openDatabase', () => {
  test('creates files that only their owner may read', (t) => {
    const folder = temporaryFolder(t)
    const database = openDatabase(join(folder, 'shop.db'), migrations)
    t.after(() => database.close())
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
    assert.deepEqual(modes, [
      ['shop.db', 0o600],
      ['shop.db-shm', 0o600],
      ['shop.db-wal', 0o600],
    ])
  })

  test('opens a database with whole numbers that JavaScript’s numbers do not reach', (t) => {
    const file = join(temporaryFolder(t), 'shop.db')
    const schema = ['CREATE TABLE position (at INTEGER PRIMARY KEY) STRICT; INSERT INTO position VALUES (1 << 62)']
    openDatabase(file, schema).close()
    using database = openDatabase(file, schema)
    const reading = database.prepare('SELECT at FROM position')
    reading.setReadBigInts(true)
    assert.equal(reading.get()?.['at'], 1n << 62n)
  })

  test('makes every commit durable and enforces foreign keys', (t) => {
    const database = openDatabase(join(temporaryFolder(t), 'shop.db'), migrations)
    t.after(() => database.close())
    const names = ['journal_mode', 'synchronous', 'fullfsync', 'foreign_keys', 'busy_timeout']
    assert.deepEqual(
      names.map((name) => pragma(database, name)),
      ['wal', 2, 1, 1, 1_000],
    )
  })

  test('leaves a single file after closing', (t) => {
    const folder = temporaryFolder(t)
    createDatabase(folder)
    assert.deepEqual(readdirSync(folder), ['shop.db'])
  })

  test('keeps commits of a process that was killed', async (t) => {
    const folder = temporaryFolder(t)
    const process = startProcess(t, new URL('./test-support-opening-process.ts', import.meta.url), [folder])
    assert.equal(await process.nextLine(), 'open')
    await kill(process.child)
    assert.ok(readdirSync(folder).includes('shop.db-wal'))
    const database = openDatabase(join(folder, 'shop.db'), ['CREATE TABLE item (name TEXT) STRICT'])
    t.after(() => database.close())
    assert.deepEqual(namesOfTables(database), ['item'])
  })
})

describe('a migration', () => {
  const second = 'ALTER TABLE item ADD COLUMN color TEXT; -- since the maker dyes'

  test('runs once, in order', (t) => {
    const file = join(temporaryFolder(t), 'shop.db')
    openDatabase(file, migrations).close()
    openDatabase(file, [...migrations, second]).close()
    const database = openDatabase(file, [...migrations, second])
    t.after(() => database.close())
    assert.equal(pragma(database, 'user_version'), 2)
    database.exec("INSERT INTO item (name, color) VALUES ('Beanie', 'Ivory')")
  })

  test('is rolled back when it fails, and throws the original error', (t) => {
    const file = join(temporaryFolder(t), 'shop.db')
    const broken = 'CREATE TABLE half (x); CREATE TABLE half (x)'
    assert.throws(() => openDatabase(file, [...migrations, broken]), { code: 'ERR_SQLITE_ERROR' })
    const database = openDatabase(file, migrations)
    t.after(() => database.close())
    assert.deepEqual(namesOfTables(database), ['item'])
  })
})

describe('openDatabase throws a start error of one line and does not change a file that cannot be used', () => {
  const damages: Record<string, (intact: Buffer) => Buffer> = {
    'a text file': () => Buffer.from('Dear diary\n'.repeat(1_000)),
    'random bytes': () => randomBytes(10 * pageBytes),
    'one byte': () => Buffer.from('S'),
    'only its header': (intact) => intact.subarray(0, 100),
    'only its first page': (intact) => intact.subarray(0, pageBytes),
    'truncated within a page': (intact) => intact.subarray(0, intact.length / 2 - 100),
    'truncated after a page': (intact) => intact.subarray(0, intact.length - pageBytes),
    'noise after its header': (intact) => overwrite(intact, 100, randomBytes(pageBytes - 100)),
    'a table of zeros': (intact) => overwrite(intact, pageBytes, Buffer.alloc(pageBytes)),
    'a page of zeros': (intact) => overwrite(intact, 30 * pageBytes, Buffer.alloc(pageBytes)),
    'a page of noise': (intact) => overwrite(intact, 30 * pageBytes, randomBytes(pageBytes)),
    'a page in place of another': (intact) => overwrite(intact, 30 * pageBytes, page(intact, 31)),
  }

  for (const [name, damage] of Object.entries(damages)) {
    test(`damaged: ${name}`, (t) => {
      const folder = temporaryFolder(t)
      const file = createDatabase(folder)
      writeFileSync(file, damage(readFileSync(file)))
      const before = readFileSync(file)
      assertStartError(() => openDatabase(file, migrations), /shop\.db is damaged .*left as it is\. .*backup/)
      assert.ok(readFileSync(file).equals(before))
    })
  }

  test('a file that is too large to be checked in full opens with numbers that are too large for JavaScript', (t) => {
    const file = join(temporaryFolder(t), 'shop.db')
    const large =
      'CREATE TABLE photo (id INTEGER PRIMARY KEY, bytes BLOB); INSERT INTO photo VALUES (1 << 62, zeroblob(70000000))'
    openDatabase(file, [...migrations, large]).close()
    openDatabase(file, [...migrations, large]).close()
  })

  test('damaged: a table in a file that is too large to be checked in full', (t) => {
    const file = createDatabase(temporaryFolder(t))
    const largePhoto = 'CREATE TABLE photo (bytes BLOB); INSERT INTO photo VALUES (zeroblob(70000000))'
    openDatabase(file, [...migrations, largePhoto]).close()

    writeFileSync(file, overwrite(readFileSync(file), pageBytes, randomBytes(pageBytes)))
    const before = readFileSync(file)
    assertStartError(() => openDatabase(file, [...migrations, largePhoto]), /shop\.db is damaged/)
    assert.ok(readFileSync(file).equals(before))
  })

  test('a database of another program', (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'shop.db')
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE contact (name TEXT)')
    other.close()
    const before = contents(folder)
    assertStartError(() => openDatabase(file, migrations), /shop\.db is damaged or not a file of this shop/)
    assert.deepEqual(contents(folder), before)
  })

  test('a folder with the name of the file', (t) => {
    const file = join(temporaryFolder(t), 'shop.db')
    mkdirSync(file)
    assertStartError(() => openDatabase(file, migrations), /shop\.db cannot be used/)
  })

  test('written by a newer version, even if the version is still in the -wal file', async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'shop.db')
    const process = startProcess(t, new URL('./test-support-opening-process.ts', import.meta.url), [folder])
    assert.equal(await process.nextLine(), 'open')
    await kill(process.child)
    const before = [readFileSync(file), readFileSync(`${file}-wal`)]

    assertStartError(() => openDatabase(file, []), /shop\.db was written by a newer version .*1; this one knows 0/)
    assert.deepEqual([readFileSync(file), readFileSync(`${file}-wal`)], before)
    openDatabase(file, migrations).close()
  })

  test('missing, while its -wal file still has data', async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'shop.db')
    const process = startProcess(t, new URL('./test-support-opening-process.ts', import.meta.url), [folder])
    assert.equal(await process.nextLine(), 'open')
    await kill(process.child)
    renameSync(file, join(folder, 'moved'))

    for (const spoil of [() => undefined, () => writeFileSync(file, '')]) {
      spoil()
      const before = contents(folder)
      assertStartError(() => openDatabase(file, migrations), /shop\.db is missing or empty, but .*shop\.db-wal holds/)
      assert.deepEqual(contents(folder), before)
    }
  })

  test('locked by another program', (t) => {
    const file = createDatabase(temporaryFolder(t))
    const other = new DatabaseSync(file)
    t.after(() => other.close())
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    assertStartError(() => openDatabase(file, migrations), /shop\.db is in use by another program/)
  })
})

describe('openDatabase on a full disk', () => {
  test('throws a start error when the file is created; works once there is space', (t) => {
    const disk = smallDisk(t, 1_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const file = join(disk, 'shop.db')
    fillDisk(join(disk, 'filler'))
    assertStartError(() => openDatabase(file, migrations), /shop\.db needs room, and its disk is full/)
    rmSync(join(disk, 'filler'))
    openDatabase(file, migrations).close()
  })

  test('throws a start error when the file exists, and loses no data', (t) => {
    const disk = smallDisk(t, 1_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const file = createDatabase(disk)
    const before = readFileSync(file)
    fillDisk(join(disk, 'filler'))
    assertStartError(() => openDatabase(file, migrations), /shop\.db needs room, and its disk is full/)
    assert.ok(readFileSync(file).equals(before))
  })
})

describe('openDatabase after an interrupted start', () => {
  test('rolls back what the interrupted start has written', (t) => {
    const file = join(temporaryFolder(t), 'shop.db')
    const copy = join(temporaryFolder(t), 'shop.db')
    const database = new DatabaseSync(file)
    database.exec('PRAGMA cache_size = 1; PRAGMA user_version = 1; CREATE TABLE item (name TEXT); BEGIN')
    for (let i = 0; i < 100; i++) database.exec("INSERT INTO item VALUES (replace(hex(zeroblob(2000)), '0', 'x'))")
    // As after a power cut: half a transaction in the file, and next to it the journal that rolls it back.
    for (const suffix of ['', '-journal']) writeFileSync(copy + suffix, readFileSync(file + suffix))
    database.close()

    const reopened = openDatabase(copy, migrations)
    t.after(() => reopened.close())
    assert.equal(reopened.prepare('SELECT count(*) AS items FROM item').get()?.['items'], 0)
  })
})
