import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

import { BackupError, toBackupError } from './backup-error.ts'

describe('toBackupError: the folder cannot be written to', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'stockinette-'))
  after(() => rm(parent, { recursive: true }))
  const [file, gone] = [join(parent, 'file'), join(parent, 'gone')]
  await writeFile(file, '')
  await symlink(join(parent, 'no', 'disk'), gone)

  for (const [what, folder] of [
    ['it is a file', file],
    ['it is in a file', join(file, 'backups')],
    // The same errors as on a read-only disk.
    ['it is a link to a disk that is not there', gone],
    ['it is on a disk that is not there', join(gone, 'backups')],
  ] as const) {
    test(what, async () => {
      const error = await mkdir(folder, { recursive: true }).catch((caught: unknown) => toBackupError(caught, folder))
      assert.ok(error instanceof BackupError)
      assert.equal(error.failure, 'not-writable')
      assert.match(error.message, /^[^\n]+\.$/)
    })
  }
})
