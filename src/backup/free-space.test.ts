import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { requireFreeSpace } from './free-space.ts'

const mebibyte = 1024 ** 2

describe('requireFreeSpace', () => {
  for (const [disk, size, reserved] of [
    ['a large disk: 256 MiB', 1_000_000 * mebibyte, 256 * mebibyte],
    ['a small disk: a fortieth', 16 * mebibyte, 0.4 * mebibyte],
  ] as const) {
    test(`leaves room for what the shop saves next, on ${disk}`, async () => {
      const require = (free: number) => requireFreeSpace('/backups', 1_000, 0, async () => ({ size, free }))
      await require(reserved + 1_000)
      await assert.rejects(require(reserved + 999), { name: 'BackupError', failure: 'disk-full' })
    })
  }

  test('names all that must be free', async () => {
    const disk = async () => ({ size: 40_000_000, free: 1_500_000 })
    await assert.rejects(requireFreeSpace('/backups', 1_000_000, 0, disk), /has 1\.5 MB free, and 2\.0 MB are needed\./)
  })

  test('a disk that reports no size is assumed to have space', async () => {
    await requireFreeSpace('/backups', 1_000, 1, async () => ({ size: 0, free: 0 }))
  })
})
