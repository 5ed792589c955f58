import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { BackupError } from './backup-error.ts'
import { manifestFile, readManifest, writeManifest } from './manifest.ts'

const sha256 = 'ab'.repeat(32)
const content = {
  startedAt: '2026-11-22T13:00:00.000Z',
  finishedAt: '2026-11-22T13:00:01.000Z',
  items: 3,
  databases: [
    { name: 'items.db' as const, version: 4, size: 4_096, sha256 },
    { name: 'identity.sqlite' as const, version: 7, size: 8_192, sha256 },
  ],
  photoFiles: [{ name: `${'a'.repeat(32)}-360.avif`, size: 10, sha256, modifiedAt: 1_790_000_000_000 }],
  missingPhotos: [],
}

test('a manifest is read as it was written', async (t) => {
  const folder = temporaryFolder(t)
  writeManifest(folder, content)
  assert.deepEqual(await readManifest(folder), { format: 1, ...content })
})

test('a manifest with any flipped bit is refused, or means the same', async (t) => {
  const folder = temporaryFolder(t)
  writeManifest(folder, content)
  const file = join(folder, manifestFile)
  const bytes = await readFile(file)
  let refused = 0
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
    await writeFile(file, flipped)
    const read = await readManifest(folder).catch((error: unknown) => error)
    if (read instanceof BackupError) refused += 1
    else assert.deepEqual(read, { format: 1, ...content }, `byte ${at}`)
  }
  // Only the line break at the end has no meaning.
  assert.ok(refused >= bytes.length - 1, `${refused} of ${bytes.length}`)
})

test('a manifest that names files elsewhere is refused', async (t) => {
  const folder = temporaryFolder(t)
  for (const name of ['../items.db', '/etc/passwd', 'a/b.avif', '']) {
    const [photo] = content.photoFiles
    assert.ok(photo)
    writeManifest(folder, { ...content, photoFiles: [{ ...photo, name }] })
    await assert.rejects(readManifest(folder), /manifest\.json is damaged/)
  }
})

test('a folder without a manifest is incomplete', async (t) => {
  await assert.rejects(readManifest(temporaryFolder(t)), /is incomplete: it was interrupted/)
})
