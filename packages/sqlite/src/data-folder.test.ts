import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { openDataFolder } from './data-folder.ts'
import {
  assertOneLine,
  assertStartError,
  contents,
  kill,
  unprivileged,
  skipUnprivileged,
  startProcess,
  temporaryFolder,
} from './test-support.ts'

const openingProcess = new URL('./test-support-opening-process.ts', import.meta.url)
const alreadyUsed = /is already used by a shop that is running\. Stop that one first/

describe('openDataFolder', () => {
  test('creates the folder and its parents, accessible to their owner only', (t) => {
    const path = join(temporaryFolder(t), 'srv', 'shop')
    const folder = openDataFolder(path)
    t.after(() => folder.close())
    assert.equal(folder.path, path)
    assert.equal(statSync(path).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(path), ['shop.lock'])
    assert.equal(statSync(join(path, 'shop.lock')).mode & 0o777, 0o600)
  })

  test('does not change an existing folder', (t) => {
    const path = temporaryFolder(t)
    writeFileSync(join(path, 'notes.txt'), 'mine')
    openDataFolder(path).close()
    assert.equal(statSync(path).mode & 0o777, 0o755)
    assert.deepEqual(Object.keys(contents(path)), ['notes.txt', 'shop.lock'])
  })

  test('refuses a second process while the first one runs', async (t) => {
    const path = temporaryFolder(t)
    const first = startProcess(t, openingProcess, [path])
    assert.equal(await first.nextLine(), 'open')
    assertStartError(() => openDataFolder(path), alreadyUsed)

    const second = startProcess(t, openingProcess, [path])
    const answer = await second.nextLine()
    assertOneLine(answer, alreadyUsed)
    assert.ok(answer.includes(path))
  })

  test('releases the lock at once when the process is killed', async (t) => {
    const path = temporaryFolder(t)
    const first = startProcess(t, openingProcess, [path])
    assert.equal(await first.nextLine(), 'open')
    await kill(first.child)
    openDataFolder(path).close()
  })

  test('refuses a second lock in the same process, and the first one stays', async (t) => {
    const path = temporaryFolder(t)
    const folder = openDataFolder(path)
    assertStartError(() => openDataFolder(path), alreadyUsed)
    assertOneLine(await startProcess(t, openingProcess, [path]).nextLine(), alreadyUsed)

    folder.close()
    folder.close()
    openDataFolder(path).close()
  })

  test('refuses a path that is not a folder', (t) => {
    const path = join(temporaryFolder(t), 'notes.txt')
    writeFileSync(path, 'mine')
    assertStartError(() => openDataFolder(path), /notes\.txt is not a folder\. Set SHOP_DATA_DIR/)
    assertStartError(() => openDataFolder(join(path, 'data')), /is not a folder/)
    assert.equal(statSync(path).size, 4)
  })

  test('refuses a name that is too long for the system', (t) => {
    const path = join(temporaryFolder(t), 'x'.repeat(300))
    assertStartError(() => openDataFolder(path.slice(0, -1)), /cannot be used: ENAMETOOLONG\. .*SHOP_DATA_DIR/)
  })

  const onLinux = { skip: process.platform !== 'linux' && 'needs /proc', timeout: 20_000 }

  test('refuses a folder that the system does not create', onLinux, async (t) => {
    for (const path of ['/proc/nope', '/proc/nope/shop/data']) {
      const answer = await startProcess(t, openingProcess, [path]).nextLine()
      assertOneLine(answer, /^\/proc\/nope\S* cannot be created there\. Set SHOP_DATA_DIR/)
    }
  })

  test('refuses a folder whose lock file is a different file', (t) => {
    const path = temporaryFolder(t)
    writeFileSync(join(path, 'shop.lock'), 'something else\n'.repeat(100))
    const before = contents(path)
    assertStartError(() => openDataFolder(path), /shop\.lock is damaged/)
    assert.deepEqual(contents(path), before)
  })
})

describe('openDataFolder, as a user who may not write', { skip: skipUnprivileged(openingProcess) }, () => {
  test('refuses a read-only folder', async (t) => {
    const path = temporaryFolder(t)
    chmodSync(path, 0o555)
    const answer = await startProcess(t, openingProcess, [path], unprivileged).nextLine()
    assertOneLine(answer, /cannot be written\. Let the user who runs the shop/)
    assert.ok(answer.includes(path))
    assert.deepEqual(contents(path), {})
  })

  test('refuses a folder that has become read-only while its files are still writable', async (t) => {
    const path = temporaryFolder(t)
    const first = startProcess(t, openingProcess, [path])
    assert.equal(await first.nextLine(), 'open')
    await kill(first.child)
    for (const name of readdirSync(path)) chmodSync(join(path, name), 0o666)
    chmodSync(path, 0o555)

    const before = contents(path)
    const answer = await startProcess(t, openingProcess, [path], unprivileged).nextLine()
    assertOneLine(answer, /^\S+stockinette-\w+ cannot be written/)
    assert.deepEqual(contents(path), before)
  })

  test('refuses a folder that cannot be created', async (t) => {
    const parent = temporaryFolder(t)
    chmodSync(parent, 0o555)
    const path = join(parent, 'data')
    assertOneLine(await startProcess(t, openingProcess, [path], unprivileged).nextLine(), /cannot be written/)
    assert.deepEqual(readdirSync(parent), [])
  })

  test('refuses a folder with a read-only database', async (t) => {
    const path = join(temporaryFolder(t), 'data')
    mkdirSync(path)
    const first = startProcess(t, openingProcess, [path])
    assert.equal(await first.nextLine(), 'open')
    await kill(first.child)
    chmodSync(path, 0o777)
    for (const name of readdirSync(path)) chmodSync(join(path, name), name === 'shop.db' ? 0o444 : 0o666)

    const before = contents(path)['shop.db']
    assertOneLine(await startProcess(t, openingProcess, [path], unprivileged).nextLine(), /shop\.db cannot be written/)
    assert.equal(contents(path)['shop.db'], before)
  })
})
