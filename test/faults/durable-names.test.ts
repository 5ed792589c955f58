import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { filesOfPhoto, fillDataFolder } from '../kit/backup/data-folder.ts'
import { assertDurableNames, runAndListSteps, type DurableStep } from '../kit/faults/durable-steps.ts'
import { noFailingCalls } from '../kit/faults/failing-calls.ts'

const diskStore = new URL('../../src/photos/storage/disk-store.ts', import.meta.url)
const layout = new URL('../../src/cli/release/layout.ts', import.meta.url)

/** Runs statements with the `store` of a folder. */
function runWithStore(t: TestContext, folder: string, statements: string): DurableStep[] {
  const opening = `const { openDiskStore } = await import('${diskStore.href}'); const store = await openDiskStore('${folder}')`
  return runAndListSteps(t, folder, ['--input-type=module', '--eval', `${opening}\n${statements}`])
}

const textOf = ({ call, path }: DurableStep) => `${call} ${basename(path)}`

describe('for a power cut at any moment', { skip: noFailingCalls }, () => {
  test('the files of a photo are synced before they get their names, its description last', (t) => {
    const folder = join(temporaryFolder(t), 'photos')
    const steps = runWithStore(
      t,
      folder,
      "await store.putAll(['a.avif', 'b.jpg', 'c.json'].map((n) => [n, Buffer.from(n)]))",
    )
    assertDurableNames(steps)
    const ofNames = steps.filter(({ path }) => !basename(path).startsWith('.')).map(textOf)
    assert.deepEqual(ofNames, ['rename a.avif', 'rename b.jpg', 'sync photos', 'rename c.json', 'sync photos'])
  })

  test('a photo that moves to the trash or back has its new name before it loses the old one', (t) => {
    const folder = join(temporaryFolder(t), 'photos')
    const statements =
      "await store.put('a.jpg', Buffer.from('a')); await store.trash.add('a.jpg'); await store.trash.restore('a.jpg')"
    const steps = runWithStore(t, folder, statements).map(textOf)
    const [added, restored] = [
      ['rename a.jpg', 'sync .removed', 'sync photos'],
      ['rename a.jpg', 'sync photos', 'sync .removed'],
    ]
    assert.deepEqual(steps.slice(-6), [...added, ...restored])
  })

  test('the photos of a backup are synced before they get their names, and its manifest last', async (t) => {
    const [dataDir, folder] = [join(temporaryFolder(t), 'data'), temporaryFolder(t)]
    const photos = 2
    await fillDataFolder(dataDir, photos)
    const steps = runAndListSteps(t, folder, ['src/cli/main.ts', 'backup', folder], { SHOP_DATA_DIR: dataDir })
    assertDurableNames(steps)
    const named = steps.flatMap(({ call, path }) => (call === 'rename' ? [path] : []))
    assert.equal(named.length, photos * filesOfPhoto + 1)
    const complete = steps.findIndex(({ call, path }) => call === 'rename' && path === named.at(-1))
    assert.equal(basename(named.at(-1) ?? ''), 'manifest.json')
    const before = new Set(steps.slice(0, complete).map(textOf))
    for (const each of ['items.db', 'identity.sqlite', 'photos']) assert.ok(before.has(`sync ${each}`), each)
    assert.equal(steps.at(-1)?.path, folder, 'the name of the backup itself')
  })

  test('a link of an installed release, such as that to the version which runs, has its name durably', (t) => {
    const folder = temporaryFolder(t)
    mkdirSync(join(folder, 'newer'))
    const statements = `const { putLink } = await import('${layout.href}'); putLink('${join(folder, 'current')}', 'newer')`
    const steps = runAndListSteps(t, folder, ['--input-type=module', '--eval', statements])
    assert.deepEqual(steps.map(textOf), ['rename current', `sync ${basename(folder)}`])
  })

  test('an exported file is synced before it gets its name, which is then durable', async (t) => {
    const [dataDir, folder] = [join(temporaryFolder(t), 'data'), temporaryFolder(t)]
    await fillDataFolder(dataDir, 1)
    const command = ['src/cli/main.ts', 'export', join(folder, 'items.jsonl')]
    const steps = runAndListSteps(t, folder, command, { SHOP_DATA_DIR: dataDir })
    assertDurableNames(steps)
    assert.deepEqual(steps.map(textOf).slice(-2), ['rename items.jsonl', `sync ${basename(folder)}`])
  })
})
