import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { photoStoreContract } from '../photo-store.contract.ts'
import { openDiskStore } from './disk-store.ts'

const name = '0123456789abcdef0123456789abcdef.jpg'

async function start(t: TestContext) {
  const folder = join(temporaryFolder(t), 'photos')
  return {
    store: await openDiskStore(folder),
    reopen: () => openDiskStore(folder),
    pathOf: (each: string) => join(folder, each),
    breakDown: async () => {
      await rm(folder, { recursive: true })
      await writeFile(folder, 'a file where the folder was')
    },
  }
}

photoStoreContract('photos on disk', start, start)

describe('photos on disk', () => {
  test('a read during writes returns one complete file', async (t) => {
    const store = await openDiskStore(temporaryFolder(t))
    // S3 guarantees the same; the server that our bucket is tested against does not.
    const [a, b] = [Buffer.alloc(200_000, 'a'), Buffer.alloc(200_000, 'b')]
    await store.put(name, a)
    const writing = Promise.all([a, b, a, b].map((bytes) => store.put(name, bytes)))
    for (let i = 0; i < 10; i++) {
      const read = Buffer.from((await store.get(name)) ?? [])
      assert.ok(read.equals(a) || read.equals(b))
    }
    await writing
  })

  test('are readable by the shop’s own user only', { skip: process.platform === 'win32' }, async (t) => {
    const folder = join(temporaryFolder(t), 'photos')
    const store = await openDiskStore(folder)
    await store.put(name, Buffer.from('a'))
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
  })

  test('unfinished files are removed at the next start and never listed', async (t) => {
    const folder = temporaryFolder(t)
    await writeFile(join(folder, '.unfinished-1'), 'half a pho')
    await writeFile(join(folder, name), 'a photo')
    const store = await openDiskStore(folder)
    assert.deepEqual(await readdir(folder), [name])
    assert.equal((await Array.fromAsync(store.list())).length, 1)
  })

  test('a failed put leaves no file', async (t) => {
    const folder = temporaryFolder(t)
    const store = await openDiskStore(folder)
    await mkdir(join(folder, name))
    await assert.rejects(store.put(name, Buffer.from('a')), { code: 'storage-unavailable' })
    assert.deepEqual(await readdir(folder), [name])
    assert.equal(await store.get(name), undefined, 'a folder is not a file')
    assert.deepEqual(await Array.fromAsync(store.list()), [])
  })

  test('opening fails where the folder’s path is a file', async (t) => {
    const path = join(temporaryFolder(t), 'file')
    await writeFile(path, 'a file')
    await assert.rejects(openDiskStore(join(path, 'photos')), { code: 'storage-unavailable' })
  })

  test('after a crash at any moment, a photo with a description has all its files', async (t) => {
    const folder = temporaryFolder(t)
    for (let crashes = 0; crashes < 5; crashes++) {
      const child = fork(new URL('test-support-storing-process.ts', import.meta.url), [folder])
      await once(child, 'message')
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const store = await openDiskStore(folder)
    const names = (await Array.fromAsync(store.list())).map((file) => file.name)
    const described = names.filter((each) => each.endsWith('.json')).map((each) => each.slice(0, -5))
    assert.ok(described.length >= 5)
    for (const id of described) assert.equal(names.filter((each) => each.startsWith(id)).length, 14)
  })
})
