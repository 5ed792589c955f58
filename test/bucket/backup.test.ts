import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { createBackups, checkBackups } from '../../src/backup/backups.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { openPhotoStore } from '../../src/photos/storage/open-photo-store.ts'
import { asRestored, filesOfPhoto, fillDataFolder, readDataFolder } from '../kit/backup/data-folder.ts'
import { startBucketServer } from './bucket-server.ts'

test('SHOP_PHOTOS_BUCKET: a backup has the photos of the bucket, and a restore puts missing ones there', async (t) => {
  const { bucket, dispose } = await startBucketServer()
  t.after(dispose)
  const root = temporaryFolder(t)
  const [dataDir, folder, elsewhere] = [join(root, 'data'), join(root, 'backups'), join(root, 'elsewhere')]
  await fillDataFolder(dataDir, 3)
  const before = readDataFolder(dataDir)
  const photos = await openPhotoStore({ dataDir, bucket })
  const names = Object.keys(before.photos)
  for (const [name, text] of Object.entries(before.photos)) await photos.put(name, Buffer.from(text, 'latin1'))
  await photos.trash.add(names[0] ?? '')
  rmSync(join(dataDir, 'photos'), { recursive: true })

  const { path, missingPhotos } = await createBackups({ dataDir, bucket }).make(folder)
  assert.equal(missingPhotos, 0)
  const [checked] = await checkBackups(path)
  assert.deepEqual([checked?.photoFiles, checked?.problems], [3 * filesOfPhoto, []])
  for (const name of names.slice(0, 4)) {
    await photos.trash.add(name)
    await photos.trash.remove(name)
  }
  await restoreBackup(folder, { dataDir: elsewhere, bucket })
  const read = async (name: string) => [name, Buffer.from((await photos.get(name)) ?? []).toString('latin1')]
  assert.deepEqual(Object.fromEntries(await Promise.all(names.map(read))), before.photos)
  assert.deepEqual(asRestored(readDataFolder(elsewhere)).items, asRestored(before).items)
  assert.equal(existsSync(join(elsewhere, 'photos')), false)
})
