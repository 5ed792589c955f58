import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openAnyVersionReadOnly, openDatabase, openReadOnly } from './database.ts'
import {
  assertStartError,
  contents,
  fillDisk,
  noSmallDisk,
  readCopies,
  smallDisk,
  temporaryFolder,
} from './test-support.ts'
import { putBackUpgradeCopy } from './upgrade-copy.ts'

const first = ['CREATE TABLE item (name TEXT NOT NULL) STRICT; CREATE UNIQUE INDEX item_name ON item (name)']
const third = 'UPDATE item SET color = name; CREATE INDEX item_color ON item (color)'
const upgraded = [...first, 'ALTER TABLE item ADD COLUMN color TEXT', third]
const count = 1_000

/** A folder with a database of the first version, as a killed process left it: half of its items are in its `-wal` file. */
function writeFirstVersion(t: TestContext): string {
  const [folder, killed] = [temporaryFolder(t), temporaryFolder(t)]
  const database = openDatabase(join(folder, 'shop.db'), first)
  const insert = database.prepare('INSERT INTO item VALUES (?)')
  const addHalf = (from: number) => {
    database.exec('BEGIN')
    for (let number = from; number < from + count / 2; number++) insert.run(`Item ${number} `.repeat(10))
    database.exec('COMMIT')
  }
  addHalf(0)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  addHalf(count / 2)
  cpSync(folder, killed, { recursive: true })
  database.close()
  return killed
}

/** Opens a file with the given migrations, which must change nothing. @returns how many items it has. */
function countItems(file: string, migrations: readonly string[]): unknown {
  using database = openReadOnly(file, migrations.length)
  assert.equal(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok')
  return database.prepare('SELECT count(*) AS items FROM item').get()?.['items']
}

function listMessages() {
  const messages: string[] = []
  return { messages, info: (_: object, message: string) => void messages.push(message) }
}

describe('an upgrade', () => {
  test('keeps a copy of the database as it was, with what is in its -wal file, and says where', (t) => {
    const folder = writeFirstVersion(t)
    const [file, copy] = [join(folder, 'shop.db'), join(folder, 'shop.db.version-1')]
    const log = listMessages()
    openDatabase(file, upgraded, log).close()
    assert.deepEqual(log.messages, [`shop.db is upgraded from version 1 to 3; as it was, it is kept in ${copy}`])
    assert.deepEqual(readdirSync(folder), ['shop.db', 'shop.db.version-1'])
    assert.equal(statSync(copy).mode & 0o777, 0o600)
    assert.equal(countItems(copy, first), count)
    assert.equal(countItems(file, upgraded), count)
  })

  test('can be undone: the copy, put in the place of the file, opens in the earlier version', (t) => {
    const folder = writeFirstVersion(t)
    const file = join(folder, 'shop.db')
    openDatabase(file, upgraded).close()
    assertStartError(() => openDatabase(file, first), /written by a newer version/)
    cpSync(`${file}.version-1`, file)
    openDatabase(file, first).close()
    assert.equal(countItems(file, first), count)
  })

  test('can be undone by putBackUpgradeCopy: also what is in the -wal file of the upgraded one; again changes nothing', (t) => {
    const [folder, killed] = [writeFirstVersion(t), temporaryFolder(t)]
    const database = openDatabase(join(folder, 'shop.db'), upgraded)
    database.exec("INSERT INTO item (name) VALUES ('of the new version')")
    cpSync(folder, killed, { recursive: true })
    database.close()
    const file = join(killed, 'shop.db')
    assert.ok(statSync(`${file}-wal`).size > 0)
    for (let time = 0; time < 2; time++) {
      putBackUpgradeCopy(file, 1)
      assert.deepEqual(readdirSync(killed), ['shop.db'])
      assert.equal(countItems(file, first), count)
    }
  })

  test('is not undone while another program has the upgraded one open: nothing is changed, and again it works', (t) => {
    const file = join(writeFirstVersion(t), 'shop.db')
    openDatabase(file, upgraded).close()
    const database = openDatabase(file, upgraded)
    database.exec("INSERT INTO item (name) VALUES ('of the new version')")
    assertStartError(() => putBackUpgradeCopy(file, 1), /shop\.db cannot be closed: another program has it open/)
    assert.equal(countItems(file, upgraded), count + 1)
    database.close()
    putBackUpgradeCopy(file, 1)
    assert.equal(countItems(file, first), count)
  })

  test('can be undone by putBackUpgradeCopy where there was no file', (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'shop.db')
    putBackUpgradeCopy(file, 0)
    openDatabase(file, first).close()
    putBackUpgradeCopy(file, 0)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('replaces a copy of the same version, and leaves those of other versions', (t) => {
    const folder = writeFirstVersion(t)
    const file = join(folder, 'shop.db')
    for (const version of [1, 7]) writeFileSync(`${file}.version-${version}`, 'from before')
    openDatabase(file, upgraded).close()
    assert.equal(countItems(`${file}.version-1`, first), count)
    assert.equal(readFileSync(`${file}.version-7`, 'utf8'), 'from before')
  })

  test('copies nothing when the file is new, or up to date, or only read', (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'shop.db')
    openDatabase(file, first).close()
    openDatabase(file, first).close()
    assertStartError(() => openReadOnly(file, upgraded.length), /written by an older version/)
    openAnyVersionReadOnly(file).close()
    assert.deepEqual(readdirSync(folder), ['shop.db', 'shop.db-shm', 'shop.db-wal'])
  })

  for (const room of [0, 65_536]) {
    test(`is refused in one line with ${room} bytes of room for the copy, and changes nothing`, (t) => {
      const disk = smallDisk(t, 2_000_000)
      if (disk === undefined) return t.skip(noSmallDisk)
      cpSync(writeFirstVersion(t), disk, { recursive: true })
      const [file, filler] = [join(disk, 'shop.db'), join(disk, 'filler')]
      fillDisk(filler)
      truncateSync(filler, statSync(filler).size - room)
      const before = contents(disk)
      assertStartError(() => openDatabase(file, upgraded), /shop\.db needs room, and its disk is full/)
      const after = contents(disk)
      for (const name of ['shop.db', 'shop.db-wal']) assert.equal(after[name], before[name], name)
      assert.deepEqual(Object.keys(after), Object.keys(before))
      rmSync(filler)
      openDatabase(file, upgraded).close()
      assert.equal(countItems(file, upgraded), count)
    })
  }
})

describe('an upgrade that is killed', () => {
  const upgrading = fileURLToPath(new URL('./test-support-upgrading-process.ts', import.meta.url))

  /** Opens the database of a folder in a process of its own. */
  function upgrade(folder: string, copies: string, migrations: readonly string[]) {
    const args = [upgrading, join(folder, 'shop.db'), copies, ...migrations]
    const { signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    return { signal, isOpen: stdout === 'open', stderr }
  }

  /** What must be so after every kill: the next start completes the upgrade, and the copy is of the old version. */
  function assertCompletes(folder: string, when: string): void {
    const file = join(folder, 'shop.db')
    openDatabase(file, upgraded).close()
    assert.deepEqual(readdirSync(folder), ['shop.db', 'shop.db.version-1'], when)
    assert.equal(countItems(file, upgraded), count, when)
    assert.equal(countItems(`${file}.version-1`, first), count, when)
  }

  test('before any call of SQLite or the file system: the next start has everything, and so does the copy', (t) => {
    const [folder, copies] = [writeFirstVersion(t), temporaryFolder(t)]
    const { isOpen, stderr } = upgrade(folder, copies, upgraded)
    assert.ok(isOpen, stderr)
    const { calls, killed } = readCopies(copies)
    assert.ok(calls > 30, `${calls} calls`)
    for (const each of [...killed, { number: calls, folder }])
      assertCompletes(each.folder, `after ${each.number} calls`)
  })

  for (const [when, kill] of [
    ['in the first of its migrations', [upgraded[0]!, `${upgraded[1]}; SELECT kill_now()`, third]],
    ['in the last of its migrations', [...upgraded.slice(0, 2), `${third}; SELECT kill_now()`]],
  ] as const) {
    test(`${when}: the file is as it was, and opens in the earlier version, too`, (t) => {
      const folder = writeFirstVersion(t)
      const { signal, isOpen, stderr } = upgrade(folder, '', kill)
      assert.deepEqual([signal, isOpen], ['SIGKILL', false], stderr)
      assert.deepEqual(readdirSync(folder).slice(0, 2), ['shop.db', 'shop.db-shm'])
      const again = temporaryFolder(t)
      cpSync(folder, again, { recursive: true })
      openDatabase(join(again, 'shop.db'), first).close()
      assert.equal(countItems(join(again, 'shop.db'), first), count)
      assertCompletes(folder, when)
    })
  }

  test('while the copy is written: what is left of it is deleted by the next start', (t) => {
    let killed = 0
    for (const writes of [2, 10, 30]) {
      const folder = writeFirstVersion(t)
      const strace = ['-f', '-qq', '-o', '/dev/null', '-P', join(folder, 'shop.db.version-1.unfinished')]
      const kill = ['-e', 'trace=pwrite64', '-e', `inject=pwrite64:signal=SIGKILL:when=${writes}`]
      const command = [process.execPath, upgrading, join(folder, 'shop.db'), '', ...upgraded]
      const run = spawnSync('strace', [...strace, ...kill, ...command], { encoding: 'utf8' })
      if (run.signal !== 'SIGKILL') return t.skip('needs strace, and the right to use it')
      assert.ok(readdirSync(folder).includes('shop.db.version-1.unfinished'), `${writes} writes`)
      assertCompletes(folder, `${writes} writes`)
      killed += 1
    }
    assert.equal(killed, 3)
  })
})
