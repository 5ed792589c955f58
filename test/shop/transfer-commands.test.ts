import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, describe, test, type TestContext } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { fillDisk, noSmallDisk, smallDisk, temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { SqliteStore } from '../../src/catalogue/sqlite/sqlite-store.ts'
import type { Change } from '../../src/catalogue/store.ts'
import { toItemLine } from '../../src/catalogue/transfer/item-line.ts'
import { createSqliteSource } from '../../src/catalogue/transfer/sqlite-source.ts'
import { transferItem } from '../../src/catalogue/transfer/transfer.contract.ts'
import { maxItemsPerPut } from '../../src/catalogue/transfer/transfer.ts'
import { openAdminSocket } from '../../src/cli/socket/admin-socket.ts'
import type { StoredItem } from '../../src/domain/item-state.ts'
import { endOf, runOn, startCommand, type CommandResult } from '../kit/command.ts'
import { makePipe } from '../kit/named-pipe.ts'

const log = pino({ level: 'silent' })

const start = (dataDir: string, ...args: string[]) => startCommand({ SHOP_DATA_DIR: dataDir }, ...args)

/** Runs the command line. */
function shop(dataDir: string, ...args: string[]): Promise<CommandResult> {
  return endOf(start(dataDir, ...args))
}

/** Resolves once a command has printed `word`; later output is discarded. */
async function said(output: Readable, word: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  output.on('data', (data) => String(data).includes(word) && resolve())
  await promise
}

/** The services of a process that has locked a data folder. */
async function openShop(t: TestContext, dataDir: string, { socket = true } = {}) {
  const folder = openDataFolder(dataDir)
  const store = new SqliteStore({ folder, log })
  const admin = socket
    ? await openAdminSocket(folder.path, { items: store }, { origin: 'http://localhost', log })
    : undefined
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await admin?.[Symbol.asyncDispose]()
    await store.close()
    folder.close()
  }
  t.after(close)
  return { store, close }
}

async function fill(dataDir: string, items: readonly StoredItem[]): Promise<void> {
  const folder = openDataFolder(dataDir)
  const store = new SqliteStore({ folder, log })
  for (let done = 0; done < items.length; done += 500) await store.put(items.slice(done, done + 500))
  await store.close()
  folder.close()
}

const manyItems = (count: number, special?: Partial<StoredItem>) =>
  Array.from({ length: count }, (_, index) => transferItem(index, special))

const head = '{"format":"stockinette-items","version":4}'

function archiveOf(lines: readonly string[]): string {
  return [head, ...lines, JSON.stringify({ items: lines.length }), ''].join('\n')
}

const linesOf = (items: readonly StoredItem[]) => items.map((item) => JSON.stringify(toItemLine(item)))

async function allOf(dataDir: string) {
  return (await Array.fromAsync(createSqliteSource(dataDir).all())).flat()
}

/** For `node --import`: a command reads a named pipe, which holds it, when it prints its first progress. */
function holdAfterFirstPage(pipe: string): string {
  const script = `
    import { readFileSync } from 'node:fs'
    const { write } = process.stderr
    process.stderr.write = function (...args) {
      process.stderr.write = write
      readFileSync(${JSON.stringify(pipe)})
      return write.apply(this, args)
    }`
  return `data:text/javascript,${encodeURIComponent(script)}`
}

/**
 * Checks that the output has no stack trace and no error name. The name of a temporary folder ends with any letters
 * after a dash.
 */
function assertPlain({ code, stdout, stderr }: CommandResult, line: RegExp): void {
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, line)
  assert.doesNotMatch(stderr, /\n\s+at |Error|(?<!-)\bE[A-Z]{4,}\b/)
}

describe('export and import', () => {
  test('transfers every item unchanged and in order, and a second import adds nothing', async (t) => {
    const root = temporaryFolder(t)
    const [from, to, file] = ['from', 'to', 'all.jsonl'].map((name) => join(root, name)) as [string, string, string]
    await fill(from, manyItems(1_200, { createdAt: new Date(1_790_000_000_000) }))
    const exported = await shop(from, 'export', file)
    assert.deepEqual([exported.code, exported.stdout], [0, `Pieces exported from ${from} to ${file}: 1200.\n`])
    assert.match(exported.stderr, /1200\/1200 {2}written\n$/)
    assert.equal((await stat(file)).mode & 0o777, 0o600, 'notes and hidden pieces are only for its own user')
    const first = await shop(to, 'import', file)
    assert.deepEqual([first.code, first.stdout], [0, `Pieces added to ${to}: 1200; already there: 0.\n`])
    assert.deepEqual(await allOf(to), await allOf(from))
    const second = await shop(to, 'import', file)
    assert.deepEqual([second.code, second.stdout], [0, `Pieces added to ${to}: 0; already there: 1200.\n`])
    await shop(to, 'export', `${file}.2`)
    assert.equal(await readFile(`${file}.2`, 'utf8'), await readFile(file, 'utf8'))
  })

  test('go through the running shop, which notifies its watchers', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, file] = [join(root, 'data'), join(root, 'all.jsonl')]
    const { store } = await openShop(t, dataDir)
    const told: Change[] = []
    t.after(store.watch((change) => told.push(change)))
    // One request, of the largest possible items.
    const items = manyItems(maxItemsPerPut, { description: 'ක'.repeat(4_000), title: 'ක'.repeat(120) })
    await writeFile(file, archiveOf(linesOf(items)))
    const { code, stdout } = await shop(dataDir, 'import', file)
    assert.deepEqual([code, stdout], [0, `Pieces added to ${dataDir}: ${maxItemsPerPut}; already there: 0.\n`])
    assert.equal((await store.newest(1_000)).items.length, maxItemsPerPut)
    assert.equal(told.flatMap(({ ids }) => ids).length, maxItemsPerPut)
    const exported = await shop(dataDir, 'export', `${file}.2`)
    assert.equal(exported.code, 0)
    assert.equal(await readFile(`${file}.2`, 'utf8'), await readFile(file, 'utf8'))
  })

  test('run one after the other when two are started at once', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, file] = [join(root, 'data'), join(root, 'all.jsonl')]
    await writeFile(file, archiveOf(linesOf(manyItems(100))))
    const results = await Promise.all([1, 2].map(() => shop(dataDir, 'import', file)))
    const told = results.map(({ code, stdout }) => `${String(code)} ${stdout}`)
    const expected = [0, 100].map((added) => `0 Pieces added to ${dataDir}: ${added}; already there: ${100 - added}.\n`)
    assert.deepEqual(told.toSorted(), expected)
  })

  test('print what to do when a running shop cannot be reached', async (t) => {
    const root = temporaryFolder(t)
    const file = join(root, 'all.jsonl')
    await writeFile(file, archiveOf(linesOf(manyItems(1))))
    await openShop(t, join(root, 'data'), { socket: false })
    assertPlain(
      await runOn(join(root, 'data'), 'import', file),
      /already used by a shop that is running\. Stop that one/,
    )
  })
})

describe('an import', () => {
  test('adds nothing from a file with invalid lines, and lists them', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, file] = [join(root, 'data'), join(root, 'all.jsonl')]
    const good = linesOf(manyItems(1_000))
    await writeFile(file, archiveOf([...good, '{}', ...Array.from({ length: 20 }, () => 'x')]))
    const result = await runOn(dataDir, 'import', file)
    assertPlain(
      result,
      /Line 1002: id: .*\nLine 1003: This is not JSON\.\n[^]*\n… and 11 more\.\nNothing was imported. Invalid lines: 21\./,
    )
    assert.equal(existsSync(dataDir), false)
  })

  test('shows control characters of the file as text: a terminal would obey them', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, file] = [join(root, 'data'), join(root, 'all.jsonl')]
    const [line = ''] = linesOf(manyItems(1))
    await writeFile(file, archiveOf([line.replace('{', '{"\\u001b[2J\\u202e":1,')]))
    const { stderr } = await runOn(dataDir, 'import', file)
    assert.match(stderr, /Line 2: .*\\u\{1b\}\[2J\\u\{202e\}/)
    assert.ok(['\u202E', '\u001B[2J'].every((character) => !stderr.includes(character)))
  })

  test('leaves differing items of the shop unchanged, and lists them', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, file] = [join(root, 'data'), join(root, 'all.jsonl')]
    await fill(dataDir, manyItems(2))
    await writeFile(file, archiveOf(linesOf([transferItem(0), transferItem(1, { title: 'Another' }), transferItem(2)])))
    const result = await runOn(dataDir, 'import', file)
    assertPlain(
      result,
      /Pieces added to .*: 1; already there: 1\.\nNot imported, as the shop has a different piece with the same id: 1 \(line 3\)\.\n$/,
    )
    assert.deepEqual(
      (await allOf(dataDir)).map(({ title }) => title),
      ['Piece 0', 'Piece 1', 'Piece 2'],
    )
  })

  test('that is killed resumes when it is run again', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, file] = [join(root, 'data'), join(root, 'all.jsonl')]
    const items = manyItems(8_000)
    await writeFile(file, archiveOf(linesOf(items)))
    const child = start(dataDir, 'import', file)
    await said(child.stderr, 'imported')
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    const kept = (await allOf(dataDir)).length
    assert.ok(kept >= 2 * maxItemsPerPut && kept % maxItemsPerPut === 0, `${kept}`)
    const { code, stdout } = await shop(dataDir, 'import', file)
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`: ${8_000 - kept}; already there: ${kept}\\.`))
    assert.deepEqual((await allOf(dataDir)).length, 8_000)
  })

  test('reports a full disk, and resumes when there is space', async (t) => {
    const disk = smallDisk(t, 6_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const [dataDir, file] = [join(disk, 'data'), join(temporaryFolder(t), 'all.jsonl')]
    await fill(dataDir, [transferItem(0)])
    await writeFile(file, archiveOf(linesOf(manyItems(2_000, { description: 'x'.repeat(4_000) }).slice(1))))
    assertPlain(
      await shop(dataDir, 'import', file),
      /Pieces added so far: at least \d+\. Nothing is lost or duplicated: run the same/,
    )
    assert.equal((await allOf(dataDir)).length % maxItemsPerPut, 1)
  })

  test('refuses anything but a file', async (t) => {
    const root = temporaryFolder(t)
    assertPlain(await runOn(root, 'import', root), /is not a file/)
    assertPlain(
      await runOn(root, 'import', join(root, 'missing')),
      /cannot be read: there is no such file or folder\.\n$/,
    )
  })
})

describe('an export', () => {
  test('creates no data folder and no file where there is no shop', async (t) => {
    const root = temporaryFolder(t)
    assertPlain(
      await runOn(join(root, 'data'), 'export', join(root, 'x')),
      /There is no shop in .*\. Set SHOP_DATA_DIR/,
    )
    assert.deepEqual(await readdir(root), [])
  })

  for (const [what, name, prepare, line] of [
    ['that is there', 'x', (file: string) => writeFile(file, 'mine'), /already exists/],
    ['that is a folder', 'x', (file: string) => mkdir(file), /already exists/],
    ['that a link leads to', 'x', (file: string) => symlink(`${file}.missing`, file), /already exists/],
    ['that another export writes', 'x', (file: string) => writeFile(`${file}.part`, 'theirs'), /another export/],
    ['in no folder', 'no/x', async () => {}, /there is no such file or folder/],
  ] as const) {
    test(`overwrites no file ${what}`, async (t) => {
      const root = temporaryFolder(t)
      await fill(join(root, 'data'), [transferItem(0)])
      const file = join(root, name)
      await prepare(file)
      const names = await readdir(root)
      assertPlain(await runOn(join(root, 'data'), 'export', file), line)
      assert.deepEqual(await readdir(root), names)
      await rm(file, { recursive: true, force: true })
    })
  }

  describe('that is stopped', () => {
    let data: string
    before(async () => {
      data = await mkdtemp(join(tmpdir(), 'stockinette-'))
      await fill(data, manyItems(20_000))
    })
    after(() => rm(data, { recursive: true }))

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      test(`by ${signal} leaves no file`, async (t) => {
        const root = temporaryFolder(t)
        const pipe = join(root, 'pipe')
        const untilHeld = makePipe(t, pipe)
        const env = { SHOP_DATA_DIR: data, NODE_OPTIONS: `--import=${holdAfterFirstPage(pipe)}` }
        const child = startCommand(env, 'export', join(root, 'x'))
        const ended = endOf(child)
        const release = await untilHeld()
        assert.deepEqual(await readdir(root), ['pipe', 'x.part'])
        child.kill(signal)
        release()
        const { code, stderr } = await ended
        assert.equal(code, 1)
        assert.match(stderr, /Stopped\. What was unfinished is removed\.\n$/)
        assert.deepEqual(await readdir(root), [])
      })
    }
  })

  test('leaves no file when the disk is full', async (t) => {
    const disk = smallDisk(t, 2_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const dataDir = join(temporaryFolder(t), 'data')
    await fill(dataDir, manyItems(600, { description: 'x'.repeat(4_000) }))
    assertPlain(await shop(dataDir, 'export', join(disk, 'x')), /cannot be written: the disk is full\.\n$/)
    assert.deepEqual(await readdir(disk), [])
    fillDisk(join(disk, 'filler'))
    assertPlain(await shop(dataDir, 'export', join(disk, 'x')), /cannot be written: the disk is full\.\n$/)
    await rm(join(disk, 'filler'))
    assert.deepEqual(await readdir(disk), [])
  })
})
