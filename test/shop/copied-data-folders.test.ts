import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test, type TestContext } from 'node:test'

import { assertOneLine, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { addOwner } from '../kit/accounts.ts'
import { addItem, addItems, findItem, type ApiItem } from '../kit/api-client.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { minimalItem, scarves } from '../kit/sample-items.ts'
import { databases } from '../kit/shop/data-folders.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { runCommand, startShop, type RunningShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const databaseFiles = Object.values(databases)
const isCheckedCopy = /this data folder is a copy: its databases are intact, and no photo is missing/

async function start(t: TestContext, dataDir = temporaryFolder(t)): Promise<RunningShop> {
  const shop = await host.open({ dataDir, env: { SHOP_RATE_LIMITS: 'off' } })
  t.after(() => shop[Symbol.asyncDispose]())
  return shop
}

/** The data folder of a stopped shop with a photo. Tests open copies of it. */
const stoppedDir = mkdtempSync(join(tmpdir(), 'stockinette-stopped-'))
after(() => rmSync(stoppedDir, { recursive: true }))
const stopped = await host.open({ dataDir: stoppedDir })
const stoppedItem = await addItemWithPhotos(stopped.url, { newItem: { title: 'Beanie' } })
await stopped.kill()

function copyStopped(t: TestContext): string {
  const dataDir = temporaryFolder(t)
  cpSync(stoppedDir, dataDir, { recursive: true })
  return dataDir
}

/** Copies a file or folder of a data folder, if it exists. */
function copyPart(from: string, to: string, ...names: readonly string[]): void {
  for (const name of names)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true })
}

const withLog = (file: string) => [file, `${file}-wal`]

/** The bytes of the databases, with their write-ahead logs. */
function readDatabases(dataDir: string): Record<string, string> {
  const names = databaseFiles.flatMap(withLog).filter((name) => existsSync(join(dataDir, name)))
  const files = names.map((name) => [name, readFileSync(join(dataDir, name), 'base64')] as const)
  // Reading a database creates an empty log.
  return Object.fromEntries(files.filter(([, bytes]) => bytes !== ''))
}

/** Asserts that a start fails with one line, and changes no database. */
async function assertRefused(dataDir: string, line: RegExp): Promise<void> {
  const before = readDatabases(dataDir)
  const failed: unknown = await host.open({ dataDir }).then(
    (shop) => shop[Symbol.asyncDispose](),
    (error: unknown) => error,
  )
  assert.ok(failed instanceof Error, 'The copy was opened.')
  assertOneLine(failed.message.replace('The shop did not open:\n', '').trimEnd(), line)
  assert.deepEqual(readDatabases(dataDir), before)
}

async function assertHas(shop: RunningShop, { id, title, photos, imageUrl }: ApiItem): Promise<void> {
  assert.equal((await findItem(shop.url, id)).title, title)
  if (photos.length > 0) assert.equal((await fetch(new URL(imageUrl, shop.url))).status, 200)
}

describe('a copy of the data folder', { concurrency: 2 }, () => {
  for (const [how, copy] of [
    ['cp', (from: string, to: string) => cpSync(from, to, { recursive: true, preserveTimestamps: true })],
    [
      'tar',
      (from: string, to: string) => void execFileSync('sh', ['-c', 'tar -cC "$1" . | tar -xC "$2"', 'sh', from, to]),
    ],
  ] as const) {
    test(`of a stopped shop opens, and is checked once (${how})`, async (t) => {
      const dataDir = temporaryFolder(t)
      copy(stoppedDir, dataDir)
      const copied = await start(t, dataDir)
      assert.match(copied.output(), isCheckedCopy)
      await assertHas(copied, stoppedItem)
      await copied.kill()
      await copied.startAgain()
      assert.doesNotMatch(copied.output(), isCheckedCopy)
      await assertHas(copied, stoppedItem)
    })
  }

  test('of a killed shop opens, with what is in its -wal files', async (t) => {
    await using shop = await startShop({ dataDir: copyStopped(t) })
    const item = await addItem(shop.url, { title: 'Scarf', photos: stoppedItem.photos.map(({ id }) => id) })
    await shop.kill()
    const dataDir = temporaryFolder(t)
    cpSync(shop.dataDir, dataDir, { recursive: true })
    const copied = await start(t, dataDir)
    assert.match(copied.output(), isCheckedCopy)
    await assertHas(copied, item)
  })

  test('whose photos were copied before its database is refused, unless it is to start without them', async (t) => {
    const shop = await start(t, copyStopped(t))
    const dataDir = temporaryFolder(t)
    copyPart(shop.dataDir, dataDir, 'photos', 'place.json')
    const late = await addItemWithPhotos(shop.url, { newItem: { title: 'Scarf' }, width: 210 })
    copyPart(shop.dataDir, dataDir, ...databaseFiles.flatMap(withLog))
    const line =
      /not complete: 1 of the 2 photos of its items are missing or incomplete \(such as (\w{32})\.json\)\. .*restore/
    await assertRefused(dataDir, line)
    await assertRefused(dataDir, /delete \S+place\.json to start without them\.$/)
    rmSync(join(dataDir, 'place.json'))
    const copied = await start(t, dataDir)
    await assertHas(copied, stoppedItem)
    assert.equal((await findItem(copied.url, late.id)).title, 'Scarf')
    await copied.kill()
    await copied.startAgain()
  })

  test('that lacks one file of a photo is refused', async (t) => {
    const dataDir = copyStopped(t)
    const name = `${stoppedItem.photos[0]?.id}-180.avif`
    rmSync(join(dataDir, 'photos', name))
    await assertRefused(dataDir, new RegExp(`1 of the 1 photos .* \\(such as ${name.replace('.', '\\.')}\\)`))
  })

  test('whose photo is in the trash opens', async (t) => {
    const dataDir = copyStopped(t)
    cpSync(join(dataDir, 'photos'), join(dataDir, 'trash'), { recursive: true })
    rmSync(join(dataDir, 'photos'), { recursive: true })
    cpSync(join(dataDir, 'trash'), join(dataDir, 'photos/.removed'), { recursive: true })
    await assertHas(await start(t, dataDir), { ...stoppedItem, photos: [] })
  })

  test('whose database was copied before its -wal file is refused', async (t) => {
    const shop = await start(t)
    const dataDir = temporaryFolder(t)
    await writeUntilCheckpoint(shop)
    copyPart(shop.dataDir, dataDir, 'place.json', databases.items)
    await writeUntilCheckpoint(shop)
    copyPart(shop.dataDir, dataDir, `${databases.items}-wal`, ...withLog(databases.identity))
    await assertRefused(dataDir, /items\.db is damaged /)
  })

  test('that lacks a database, or has an empty one, is refused', async (t) => {
    for (const file of databaseFiles) {
      const dataDir = copyStopped(t)
      rmSync(join(dataDir, file))
      await assertRefused(dataDir, /is missing\. .*restore a backup/)
      writeFileSync(join(dataDir, file), '')
      await assertRefused(dataDir, /is empty\. .*restore a backup/)
    }
  })

  test('that lacks a database is refused by each command that would make it, so that the start refuses it still', async (t) => {
    const dataDir = copyStopped(t)
    rmSync(join(dataDir, databases.items))
    const [items, words] = ['items.jsonl', 'words.csv'].map((name) => join(temporaryFolder(t), name))
    const run = (folder: string, command: string) => runCommand({ SHOP_DATA_DIR: folder }, ...command.split(' '))
    for (const command of [`export ${items}`, `words export ${words}`]) await run(stoppedDir, command)
    for (const command of ['owner list', 'owner add mary@example.com', `words import ${words}`, `import ${items}`]) {
      const refused = run(dataDir, command)
      await assert.rejects(
        refused,
        { stderr: /items\.db is missing\. Nothing was changed\. .*restore a backup/ },
        command,
      )
    }
    await assertRefused(dataDir, /items\.db is missing\. .*restore a backup/)
  })

  test('with an index that lacks a row is refused, although a start of the original does not notice', async (t) => {
    const shop = await start(t)
    await addItem(shop.url, minimalItem())
    await shop.kill()
    changeIndex(join(shop.dataDir, databases.items))
    await shop.startAgain()
    await shop.kill()
    const dataDir = temporaryFolder(t)
    cpSync(shop.dataDir, dataDir, { recursive: true })
    await assertRefused(dataDir, /items\.db is damaged \(row \d+ missing from index item_by_age\)\. .*restore a backup/)
  })

  test('with a reference to a missing row is refused', async (t) => {
    const dataDir = copyStopped(t)
    {
      using database = new DatabaseSync(join(dataDir, databases.items), { enableForeignKeyConstraints: false })
      database.exec('DELETE FROM item')
    }
    await assertRefused(dataDir, /items\.db is damaged \(a row of item_photo refers to a missing row of item\)/)
  })
})

/** Adds items until SQLite has copied the write-ahead log into the file, and more, so that the log has begun again. */
async function writeUntilCheckpoint(shop: RunningShop): Promise<void> {
  const path = join(shop.dataDir, databases.items)
  const before = statSync(path).mtimeMs
  while (statSync(path).mtimeMs === before) await addItems(shop.url, scarves(20))
  await addItems(shop.url, scarves(50))
}

/** Changes the time of the only item in an index by a millisecond. */
function changeIndex(file: string): void {
  const readRoot = (database: DatabaseSync) =>
    Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'item_by_age'").get()?.['rootpage'])
  using database = new DatabaseSync(file, { readOnly: true })
  const bytes = readFileSync(file)
  const last = readRoot(database) * 4_096 - 1
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last)
  writeFileSync(file, bytes)
}

describe('the original data folder', { concurrency: 2 }, () => {
  test('opens without the photos of imported items, as often as it is started', async (t) => {
    const shop = await start(t, copyStopped(t))
    const file = join(temporaryFolder(t), 'items.jsonl')
    await shop.command('export', file)
    const other = await start(t)
    await other.command('import', file)
    await other.kill()
    await other.startAgain()
    assert.equal((await findItem(other.url, stoppedItem.id)).title, stoppedItem.title)
  })

  test('is not checked, however often it is copied', async (t) => {
    const shop = await start(t, stoppedDir)
    assert.doesNotMatch(shop.output(), isCheckedCopy)
    await assertHas(shop, stoppedItem)
  })

  test('is a copy once one of its databases was put in its place', async (t) => {
    const shop = await start(t)
    await addOwner(shop, 'mary@example.com')
    await shop.kill()
    const file = join(shop.dataDir, databases.identity)
    cpSync(file, `${file}.backup`)
    rmSync(file)
    cpSync(`${file}.backup`, file)
    await shop.startAgain()
    assert.match(shop.output(), isCheckedCopy)
  })
})
