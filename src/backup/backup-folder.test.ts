import assert from 'node:assert/strict'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { findBackups, listBackups, newestOf, newestUntil, toBackupName, toBackupTime } from './backup-folder.ts'
import { isOlder } from './daily/daily-backup.ts'
import { manifestFile } from './manifest.ts'

const now = new Date('2026-11-22T13:00:00.000Z')
const [old, recent, ahead] = ['2026-11-01T031000.000Z', '2026-11-22T031000.000Z', '2026-12-20T031000.000Z'] as const

test('newestOf: the newest backup is the last one that is not from the future', () => {
  assert.equal(newestOf([], now), undefined)
  assert.equal(newestOf([old, recent], now), recent)
  assert.equal(newestOf([old, recent, ahead], now), recent)
  assert.equal(newestOf([ahead], now), ahead)
})

test('newestUntil: a backup from the future is not the newest', () => {
  assert.equal(newestUntil([old, ahead], now), old)
  assert.equal(newestUntil([ahead], now), undefined)
})

test('listBackups: a backup whose manifest cannot be looked for is not incomplete, which would remove it', async (t) => {
  const folder = temporaryFolder(t)
  const backup = join(folder, recent)
  mkdirSync(backup)
  symlinkSync(manifestFile, join(backup, manifestFile)) // A loop: an error other than "there is no such file".
  await assert.rejects(listBackups(folder), /ELOOP/)
})

test('findBackups: a link to a backup leads to it and to the photos next to it', async (t) => {
  const root = realpathSync(temporaryFolder(t))
  const folder = join(root, 'backups')
  mkdirSync(join(folder, recent), { recursive: true })
  writeFileSync(join(folder, recent, manifestFile), '')
  symlinkSync(join(folder, recent), join(root, 'latest'))
  assert.deepEqual(await findBackups(join(root, 'latest')), { folder, complete: [recent], incomplete: [] })
})

describe('a backup is due', () => {
  for (const [what, hours, expected] of [
    ['without a backup', [], true],
    ['an hour after a backup', [1], false],
    ['23 hours after a backup', [23], false],
    ['a day after a backup', [24], true],
    ['a day after the newest backup', [72, 48, 24], true],
    ['an hour after the newest backup', [49, 25, 1], false],
    ['half an hour before a backup: the clock was corrected', [-0.5], false],
    ['the clock jumped 30 days ahead', [30 * 24 + 1], true],
    ['the clock jumped 30 days back, and nothing was backed up since', [-29 * 24, -30 * 24], true],
    ['the clock jumped 30 days back, an hour after a backup with the new time', [1, -30 * 24], false],
  ] as const) {
    test(`${what}: ${expected}`, () => {
      const names = hours.map((each) => toBackupName(new Date(now.getTime() - each * 3_600_000)))
      assert.equal(isOlder(toBackupTime(newestUntil(names, now) ?? ''), 1, now), expected)
    })
  }
})
