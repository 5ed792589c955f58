import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { describe, test, type TestContext } from 'node:test'

import type { ListedFile, PhotoStore } from './photo-store.ts'

/** An empty store for one test. */
export interface PhotoStoreUnderTest {
  readonly store: PhotoStore
  /** Opens another store on the same data. */
  readonly reopen: () => Promise<PhotoStore>
  /** The path at which the storage keeps a file. */
  readonly pathOf: (name: string) => string
}

/** Opens a store for one test, which removes its data when it ends. */
type Start = (t: TestContext) => Promise<PhotoStoreUnderTest>

/** As `Start`. `breakDown` makes the storage fail from then on. */
type StartBreakable = (t: TestContext) => Promise<{ store: PhotoStore; breakDown: () => Promise<void> }>

const name = '0123456789abcdef0123456789abcdef-360.avif'
const other = 'fedcba9876543210fedcba9876543210.jpg'

/** Names that could mean something else to a store. Extend this list as needed. */
const hostileNames = [
  '',
  '.',
  '..',
  '../secret.jpg',
  `../${name}`,
  `..\\${name}`,
  `%2e%2e%2f${name}`,
  `./${name}`,
  `/${name}`,
  `nested/${name}`,
  `${name}/`,
  `${name}/..`,
  `${name}\0`,
  `${name}\n`,
  `\n${name}`,
  `${name}\u2028`,
  `${name} `,
  `${name}?list-type=2`,
  `${name}#`,
  name.toUpperCase(),
  `${name}.svg`,
  `.${name}`,
  `-${name}`,
  `C:${name}`,
  `file:///${name}`,
  '０.jpg',
  `${'0'.repeat(100_000)}.jpg`,
]

/** The contract of `photo-store.ts`, as tests that every store runs. */
export function photoStoreContract(what: string, start: Start, startBreakable: StartBreakable): void {
  describe(`${what}: files`, () => testFiles(start))
  describe(`${what}: the list`, () => testList(start))
  describe(`${what}: the trash`, () => testTrash(start))
  describe(`${what}: invalid names`, () => testNames(start))
  test(`${what}: failing storage is reported as storage-unavailable`, async (t) => {
    const { store, breakDown } = await startBreakable(t)
    await store.put(name, Buffer.from('a'))
    await breakDown()
    const refusal = { name: 'ShopError', code: 'storage-unavailable' }
    await assert.rejects(store.get(name), refusal)
    await assert.rejects(store.put(other, Buffer.from('b')), refusal)
    await assert.rejects(store.putAll([[other, Buffer.from('b')]]), refusal)
    await assert.rejects(store.touch(name), refusal)
    await assert.rejects(store.trash.remove(name), refusal)
    await assert.rejects(listed(store), refusal)
    await assert.rejects(store.modifiedAt(name), refusal)
    await assert.rejects(store.trash.modifiedAt(name), refusal)
    await assert.rejects(store.trash.add(name), refusal)
    await assert.rejects(store.trash.restore(name), refusal)
    await assert.rejects(Array.fromAsync(store.trash.list()), refusal)
  })
}

async function listed(store: PhotoStore): Promise<ListedFile[]> {
  return (await Array.fromAsync(store.list())).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function testFiles(start: Start): void {
  for (const [what, bytes] of [
    ['nothing', Buffer.alloc(0)],
    ['every byte', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    ['a megabyte', randomBytes(1024 ** 2)],
  ] as const) {
    test(`get: returns a file as it was put, also after a restart: ${what}`, async (t) => {
      const { store, reopen } = await start(t)
      await store.put(name, bytes)
      assert.deepEqual(Buffer.from((await store.get(name)) ?? 'none'), bytes)
      assert.deepEqual(Buffer.from((await (await reopen()).get(name)) ?? 'none'), bytes)
    })
  }

  test('get: a file that was never put does not exist', async (t) => {
    const { store } = await start(t)
    assert.equal(await store.get(name), undefined)
    assert.deepEqual(await listed(store), [])
  })

  test('put: a second file of the same name replaces the first', async (t) => {
    const { store } = await start(t)
    await store.put(name, Buffer.from('a longer text'))
    await store.put(name, Buffer.from('short'))
    assert.equal(Buffer.from((await store.get(name)) ?? []).toString(), 'short')
    assert.equal((await listed(store)).length, 1)
  })

  test('putAll: stores every file; nothing for an empty list', async (t) => {
    const { store } = await start(t)
    await store.putAll([])
    await store.putAll([name, other].map((each) => [each, Buffer.from(each)]))
    for (const each of [name, other]) assert.equal(Buffer.from((await store.get(each)) ?? []).toString(), each)
  })

  test('putAll: if a file cannot be stored, the last one is not', async (t) => {
    const { store } = await start(t)
    const files = ['NO NAME.jpg', other].map((each) => [each, Buffer.from(each)] as const)
    await assert.rejects(async () => store.putAll(files), RangeError)
    assert.equal(await store.get(other), undefined)
  })

  test('touch: renews the time of a file, and does nothing to a missing one', async (t) => {
    const { store, pathOf } = await start(t)
    await store.put(name, Buffer.from('a'))
    const hourAgo = new Date(Date.now() - 3_600_000)
    await utimes(pathOf(name), hourAgo, hourAgo)
    const before = await store.modifiedAt(name)
    for (const each of [name, other]) await store.touch(each)
    assert.ok(Number(await store.modifiedAt(name)) > Number(before))
    assert.equal(Buffer.from((await store.get(name)) ?? []).toString(), 'a')
    assert.equal(await store.modifiedAt(other), undefined)
  })
}

function testList(start: Start): void {
  test('contains every file and when it was put', async (t) => {
    const { store } = await start(t)
    const startedAt = Date.now()
    await Promise.all([name, other].map((each) => store.put(each, Buffer.from(each))))
    const files = await listed(store)
    assert.deepEqual(
      files.map((file) => file.name),
      [name, other],
    )
    for (const { name: listedName, modifiedAt, size } of files) {
      assert.ok(Math.abs(modifiedAt.getTime() - startedAt) < 60_000)
      assert.equal(size, listedName.length)
    }
  })

  test('contains only files whose names start with the prefix', async (t) => {
    const { store } = await start(t)
    for (const each of [name, other, name.replace('360', '720')]) await store.put(each, Buffer.from('x'))
    const found = await Array.fromAsync(store.list(name.slice(0, 32)))
    assert.deepEqual(found.map((file) => file.name).toSorted(), [name, name.replace('360', '720')])
  })

  test('contains the named files that exist', async (t) => {
    const { store } = await start(t)
    const names = [name, name.replace('360', '720'), '../secret.jpg']
    for (const each of [name, other]) await store.put(each, Buffer.from('x'))
    const [found, ...more] = await Array.fromAsync(store.list(name.slice(0, 32), names))
    assert.deepEqual([found?.name, found?.size, more], [name, 1, []])
  })

  test('modifiedAt: returns when a file was put, undefined for a missing file', async (t) => {
    const { store } = await start(t)
    const longer = `${name}x`
    const startedAt = Date.now()
    for (const each of [name, longer]) await store.put(each, Buffer.from('x'))
    assert.ok(Math.abs(((await store.modifiedAt(name))?.getTime() ?? 0) - startedAt) < 60_000)
    await store.trash.add(name)
    assert.equal(await store.modifiedAt(name), undefined)
    assert.ok(Math.abs(((await store.trash.modifiedAt(name))?.getTime() ?? 0) - startedAt) < 60_000)
    assert.equal(await store.trash.modifiedAt(longer), undefined)
  })

  test('contains all files when there is more than one page', async (t) => {
    const { store, pathOf } = await start(t)
    const names = Array.from({ length: 1_001 }, (_, i) => `${i.toString().padStart(32, '0')}.jpg`)
    await Promise.all(names.map((each) => writeFile(pathOf(each), 'x')))
    const found = await listed(store)
    assert.deepEqual(
      found.map((file) => file.name),
      names,
    )
  })
}

function testTrash(start: Start): void {
  const namesIn = async (files: AsyncIterable<ListedFile>) =>
    (await Array.fromAsync(files)).map((file) => file.name).toSorted()
  const text = async (store: PhotoStore) => Buffer.from((await store.get(name)) ?? []).toString()

  test('a file in the trash is neither readable nor listed, and restores unchanged, also after a restart', async (t) => {
    const { store, reopen } = await start(t)
    for (const each of [name, other]) await store.put(each, Buffer.from(each))
    await store.trash.add(name)
    assert.equal(await store.get(name), undefined)
    assert.deepEqual(await namesIn(store.list()), [other])
    assert.deepEqual(await namesIn(store.list(name.slice(0, 32))), [])
    const again = await reopen()
    assert.deepEqual(await namesIn(again.trash.list()), [name])
    assert.equal(Buffer.from((await again.trash.get(name)) ?? []).toString(), name)
    assert.equal(await again.trash.get(other), undefined)
    assert.deepEqual(await namesIn(again.trash.list(other.slice(0, 32))), [])
    await again.trash.restore(name)
    assert.equal(await text(again), name)
    assert.deepEqual(await namesIn(again.trash.list()), [])
  })

  test('moving a missing file does nothing; moving an existing one replaces the file there', async (t) => {
    const { store } = await start(t)
    for (const work of ['add', 'restore', 'remove'] as const) await store.trash[work](name)
    assert.equal(await store.get(name), undefined)
    for (const bytes of ['first', 'second']) {
      await store.put(name, Buffer.from(bytes))
      await store.trash.add(name)
    }
    await store.trash.restore(name)
    assert.equal(await text(store), 'second')
  })

  test('remove: deletes the file in the trash only, not the stored file of the same name', async (t) => {
    const { store } = await start(t)
    await store.put(name, Buffer.from('old'))
    await store.trash.add(name)
    await store.put(name, Buffer.from('new'))
    await store.trash.remove(name)
    await store.trash.restore(name)
    assert.equal(await text(store), 'new')
  })
}

function testNames(start: Start): void {
  test('cannot be put and never exist', async (t) => {
    const { store } = await start(t)
    for (const hostile of hostileNames) {
      const said = JSON.stringify(hostile.slice(0, 60))
      await assert.rejects(async () => store.put(hostile, Buffer.from('x')), RangeError, said)
      assert.equal(await store.get(hostile), undefined, said)
      assert.equal(await store.trash.get(hostile), undefined, said)
      assert.equal(await store.modifiedAt(hostile), undefined, said)
      assert.equal(await store.trash.modifiedAt(hostile), undefined, said)
      await store.touch(hostile)
      for (const work of ['add', 'restore', 'remove'] as const) await store.trash[work](hostile)
    }
    assert.deepEqual(await listed(store), [])
  })
}
