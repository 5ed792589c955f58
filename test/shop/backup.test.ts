import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

import { noSmallDisk, smallDisk, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { checkBackups, createBackups } from '../../src/backup/backups.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { sendToRunningShop } from '../../src/cli/socket/admin-client.ts'
import { createOwner, signInWithPassword } from '../kit/accounts.ts'
import { addItem, sendItem, signUp, type ApiItem } from '../kit/api-client.ts'
import { asRestored, filesOfPhoto, fillDataFolder, readDataFolder, readFiles } from '../kit/backup/data-folder.ts'
import { assertRefused, endOf, runOn, startCommand, succeed } from '../kit/command.ts'
import { noMemoryDisk, openMemoryDisk } from '../kit/faults/disk.ts'
import { callApi, listManaged, type ManagedItem } from '../kit/manage-client.ts'
import { drawPhoto, filesOf, uploadPhoto } from '../kit/photos/photos.ts'
import { minimalItem } from '../kit/sample-items.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

/** The path that a backup was made at, from the output of the command. */
function pathIn(output: string): string {
  return /^Backed up to (\S+):/.exec(output)?.[1] ?? ''
}

/** Asserts that only their own user may access a folder and everything in it. */
function assertPrivate(folder: string): void {
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const found = statSync(join(folder, path))
    assert.equal(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, join(folder, path))
  }
}

async function filesAt(url: string, paths: readonly string[]): Promise<Buffer[]> {
  const read = async (path: string) => Buffer.from(await (await fetch(url + path)).arrayBuffer())
  return Promise.all(paths.map(read))
}

describe('a backup of a running shop', () => {
  test(
    'is no success in a folder that only the shop sees, such as the /tmp of a service',
    { skip: noMemoryDisk },
    async (t) => {
      await using disk = await openMemoryDisk(32_000_000)
      await using shop = await startShop({ dataDir: join(temporaryFolder(t), 'data'), launcher: disk.launcher })
      const { code, stdout, stderr } = await runOn(shop.dataDir, 'backup', join(disk.path, 'backups'))
      assert.match(
        stderr,
        /\/backups\/\S+ was made by the running shop in a place that only its own process sees: back up into another folder\.\n$/,
      )
      assert.deepEqual([code, stdout], [1, ''])
    },
  )

  test('has everything: restored elsewhere, the shop is as it was', async (t) => {
    const root = temporaryFolder(t)
    const [folder, elsewhere] = [join(root, 'backups'), join(root, 'elsewhere')]
    await using shop = await host.open({ env: { SHOP_RATE_LIMITS: 'off' } })
    const { url } = shop
    const owner = await createOwner(shop, 'mary@example.com')
    const photo = await uploadPhoto({ url, idToken: owner }, drawPhoto(200, 250))
    assert.equal((await sendItem(url, owner, { ...minimalItem('With a photo'), photos: [photo.id] })).status, 201)
    const key = { 'Idempotency-Key': '"before the backup"' }
    const added = (await (await sendItem(url, owner, minimalItem(), key)).json()) as ApiItem
    for (const state of ['hidden', 'removed']) {
      const { id } = (await (await sendItem(url, owner, minimalItem(state))).json()) as ApiItem
      const path = `/items/${id}`
      const version = (await listManaged(url, owner)).find((item) => item.id === id)?.version ?? ''
      const hide = { method: 'PATCH', path, body: { hidden: true }, version }
      const answer = await callApi(url, owner, state === 'hidden' ? hide : { method: 'DELETE', path })
      assert.ok(answer.ok, await answer.text())
    }
    const items = await listManaged(url, owner)
    const photos = await filesAt(url, filesOf(photo))

    assert.match(await shop.command('backup', folder), /^Backed up to .*: 4 pieces and \d+ photo files/)
    await shop.kill()
    const before = readDataFolder(shop.dataDir)
    assert.match(await succeed(elsewhere, 'restore', folder), /^Restored .* to .*elsewhere: 4 pieces/)
    assert.deepEqual(asRestored(readDataFolder(elsewhere)), asRestored(before))

    await using restored = await host.open({ dataDir: elsewhere })
    const ownerAgain = await signInWithPassword(restored.url, 'mary@example.com', 'a good password')
    const withoutVersions = (all: readonly ManagedItem[]) =>
      all.map((item) => Object.assign({}, item, { version: null }))
    assert.deepEqual(withoutVersions(await listManaged(restored.url, ownerAgain)), withoutVersions(items))
    const again = await sendItem(restored.url, ownerAgain, minimalItem(), key)
    assert.deepEqual([again.status, ((await again.json()) as ApiItem).id], [200, added.id])
    assert.deepEqual(await filesAt(restored.url, filesOf(photo)), photos)
    assert.match(await restored.command('owner', 'list'), /^mary@example\.com /)
  })

  test('has every item that was acknowledged before it began, while more are added', async (t) => {
    const root = temporaryFolder(t)
    const folder = join(root, 'backups')
    await using shop = await host.open({ env: { SHOP_RATE_LIMITS: 'off' } })
    const { idToken } = await signUp(shop.url)
    const added: string[] = []
    const enough = new AbortController()
    const add = async () => {
      while (!enough.signal.aborted) {
        const { id } = (await (
          await sendItem(shop.url, idToken, minimalItem(`Scarf ${added.length}`))
        ).json()) as ApiItem
        added.push(id)
      }
    }
    const adding = Promise.all([add(), add(), add(), add()])
    for (let made = 0; made < 3; made++) {
      const acknowledged = [...added]
      const backup = await sendToRunningShop<{ path: string }>(shop.dataDir, { command: 'backup', input: { folder } })
      const dataDir = join(root, `restored-${made}`)
      await restoreBackup(backup?.path ?? '', { dataDir })
      const ids = new Set(readDataFolder(dataDir).items['item']?.map((row) => (row as { id: string }).id))
      assert.deepEqual(
        acknowledged.filter((id) => !ids.has(id)),
        [],
      )
    }
    enough.abort()
    await adding
    assert.match(await succeed(shop.dataDir, 'backup', 'check', folder), /^(?:.* is complete: .*\n){3}$/)
  })
})

describe('backups in the same folder', () => {
  test('store only new photos, and each is restored by itself', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, folder, copy] = [join(root, 'data'), join(root, 'backups'), join(root, 'copy')]
    await fillDataFolder(dataDir, 5)
    const first = pathIn(await succeed(dataDir, 'backup', folder))
    const photos = () => readdirSync(join(folder, 'photos')).length
    assert.equal(photos(), 5 * filesOfPhoto)
    const before = readDataFolder(dataDir)

    await using shop = await host.open({ dataDir })
    const { idToken } = await signUp(shop.url)
    const photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(200, 250))
    await addItem(shop.url, { ...minimalItem(), photos: [photo.id] })
    const output = await shop.command('backup', folder)
    const second = pathIn(output)
    const inStore = readdirSync(join(dataDir, 'photos')).filter((name) => name.startsWith(photo.id))
    assert.equal(photos(), 5 * filesOfPhoto + inStore.length)
    assert.match(output, new RegExp(`: 6 pieces and ${5 * filesOfPhoto + inStore.length} photo files, `))
    await shop.command('backup', folder)
    assert.equal(photos(), 5 * filesOfPhoto + inStore.length)
    await shop.kill()
    const whole = readDataFolder(dataDir)

    spawnSync('cp', ['-r', folder, copy])
    rmSync(second, { recursive: true })
    await restoreBackup(first, { dataDir: join(root, 'restored') })
    assert.deepEqual(asRestored(readDataFolder(join(root, 'restored'))), asRestored(before))
    rmSync(join(copy, first.slice(folder.length)), { recursive: true })
    await restoreBackup(copy, { dataDir: join(root, 'restored-too') })
    assert.deepEqual(readDataFolder(join(root, 'restored-too')).photos, whole.photos)
    assert.deepEqual(asRestored(readDataFolder(join(root, 'restored-too'))).items, asRestored(whole).items)
  })

  for (const [what, change] of [
    [
      'after a restore, which renews the times of photos',
      ({ photos }) => {
        for (const name of readdirSync(photos)) utimesSync(join(photos, name), new Date(), new Date())
      },
    ],
    ['after one that was interrupted', ({ made }) => rmSync(join(made, 'manifest.json'))],
  ] as const satisfies readonly (readonly [string, (at: Record<'photos' | 'made', string>) => void])[]) {
    test(`need no room again for photos that the folder has: ${what}`, async (t) => {
      const disk = smallDisk(t, 4_000_000)
      if (disk === undefined) return t.skip(noSmallDisk)
      const dataDir = join(temporaryFolder(t), 'data')
      await fillDataFolder(dataDir, 5, 250_000)
      const backups = createBackups({ dataDir, bucket: undefined })
      const { path: made } = await backups.make(disk)
      change({ photos: join(dataDir, 'photos'), made })
      const { path, photoFiles } = await backups.make(disk)
      assert.equal(photoFiles, 5 * filesOfPhoto)
      assert.deepEqual((await checkBackups(path))[0]?.problems, [])
    })
  }

  test('need room for other photos than those that the folder has', async (t) => {
    const disk = smallDisk(t, 4_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const [dataDir, other] = [join(temporaryFolder(t), 'data'), join(temporaryFolder(t), 'data')]
    await fillDataFolder(dataDir, 5, 250_000)
    await fillDataFolder(other, 5, 250_001)
    const { path } = await createBackups({ dataDir, bucket: undefined }).make(disk)
    rmSync(join(path, 'manifest.json'))
    await assert.rejects(createBackups({ dataDir: other, bucket: undefined }).make(disk), /and \d\.\d MB are needed/)
  })

  test('have the photos of removed items that are in the trash', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, folder, elsewhere] = [join(root, 'data'), join(root, 'backups'), join(root, 'elsewhere')]
    await fillDataFolder(dataDir, 2)
    const { photos } = readDataFolder(dataDir)
    const trash = join(dataDir, 'photos/.removed')
    mkdirSync(trash)
    spawnSync('sh', ['-c', `mv ${join(dataDir, 'photos')}/*.* ${trash}`])
    await succeed(dataDir, 'backup', folder)
    await restoreBackup(folder, { dataDir: elsewhere })
    assert.deepEqual(readFiles(join(elsewhere, 'photos')), photos)
  })

  test('can only be read by the user of the shop', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, folder] = [join(root, 'data'), join(root, 'backups')]
    await fillDataFolder(dataDir, 1)
    const elsewhere = join(root, 'elsewhere')
    const backup = pathIn(await succeed(dataDir, 'backup', folder))
    assertPrivate(folder)
    assert.deepEqual(readdirSync(backup), ['identity.sqlite', 'items.db', 'manifest.json'])
    // As another program may have copied it.
    for (const path of Object.keys(readFiles(folder))) chmodSync(join(folder, path), 0o644)
    await restoreBackup(folder, { dataDir: elsewhere })
    assertPrivate(elsewhere)
  })
})

test('backup: the folder is relative to where the user is, and may be called check', async (t) => {
  const root = temporaryFolder(t)
  const dataDir = join(root, 'data')
  await fillDataFolder(dataDir, 1)
  // As npm sets them.
  const env = { SHOP_DATA_DIR: dataDir, npm_lifecycle_event: 'shop', INIT_CWD: root }
  const made = await endOf(startCommand(env, 'backup', './check'))
  assert.equal(pathIn(made.stdout).startsWith(join(root, 'check/')), true, made.stderr)
  const checked = await endOf(startCommand(env, 'backup', 'check', 'check'))
  assert.match(checked.stdout, /check\/\S+ is complete: 1 pieces, 3 photo files, /)
})

describe('a backup is refused in one line', () => {
  test('into the data folder, into a backup, and where there is no shop', async (t) => {
    const root = temporaryFolder(t)
    const [dataDir, folder] = [join(root, 'data'), join(root, 'backups')]
    assertRefused(await runOn(dataDir, 'backup', folder), /There is no shop in .*data\. Set SHOP_DATA_DIR/)
    await fillDataFolder(dataDir, 1)
    for (const inside of [dataDir, join(dataDir, 'photos/x')]) {
      assertRefused(await runOn(dataDir, 'backup', inside), /is in the data folder .* Choose a folder elsewhere/)
    }
    const made = pathIn(await succeed(dataDir, 'backup', folder))
    assertRefused(await runOn(dataDir, 'backup', made), /is a backup itself\. Name the folder above it\./)
    const file = join(root, 'file')
    writeFileSync(file, 'a file')
    assertRefused(await runOn(dataDir, 'backup', file), /is not a folder\./)
    assert.equal(existsSync(join(dataDir, 'photos/x')), false)
  })

  test('of a database that is damaged', async (t) => {
    const root = temporaryFolder(t)
    const dataDir = join(root, 'data')
    await fillDataFolder(dataDir, 1)
    writeFileSync(join(dataDir, 'items.db'), 'no database')
    const result = await endOf(startCommand({ SHOP_DATA_DIR: dataDir }, 'backup', join(root, 'backups')))
    assertRefused(result, /items\.db is damaged or not a file of this shop/)
    assert.deepEqual(readdirSync(join(root, 'backups')), ['photos'])
  })

  test('when its disk has too little room, or is read-only; nothing is left there', async (t) => {
    const disk = smallDisk(t, 500_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const dataDir = join(temporaryFolder(t), 'data')
    await fillDataFolder(dataDir, 20)
    const folder = join(disk, 'backups')
    assertRefused(
      await runOn(dataDir, 'backup', folder),
      /has 0\.\d MB free, and \d\.\d MB are needed\. Make room, or choose/,
    )
    assert.deepEqual(readFiles(folder), {})
    const small = join(temporaryFolder(t), 'data')
    await fillDataFolder(small, 0)
    spawnSync('mount', ['-o', 'remount,ro', disk])
    for (const path of [folder, join(disk, 'other')]) {
      const result = await runOn(small, 'backup', path)
      assertRefused(result, /cannot be written by the shop\..* ReadWritePaths= of the unit\./)
    }
  })

  for (const command of ['backup', 'restore']) {
    test(`${command}: in the cloud, with what to use instead`, async (t) => {
      const env = {
        SHOP_FIREBASE_PROJECT_ID: 'wool-shop',
        SHOP_FIREBASE_API_KEY: 'any',
        SHOP_FIREBASE_AUTH_DOMAIN: 'wool-shop.firebaseapp.com',
      }
      const result = await endOf(startCommand(env, command, temporaryFolder(t)))
      assertRefused(result, /are in Cloud Firestore .*: use gcloud firestore backups .* point-in-time recovery\./)
    })
  }
})
