import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

import { assertOneLine } from './test-support.ts'

const module = fileURLToPath(new URL('./test-support-failed-sync-process.ts', import.meta.url))
const run = (code: number) => spawnSync(process.execPath, [module, String(code)], { encoding: 'utf8' })

describe('orStorageUnavailable', () => {
  for (const [name, code] of Object.entries({ SQLITE_IOERR_FSYNC: 1034, SQLITE_IOERR_DIR_FSYNC: 1290 })) {
    it(`ends the process with one line when the disk fails to sync: ${name}`, () => {
      const { status, stdout, stderr } = run(code)
      assert.deepEqual([status, stdout], [1, ''])
      assertOneLine(stderr.trimEnd(), /^The disk failed .*start again\.$/)
    })
  }

  it('ends the process even when the line cannot be written', { skip: process.platform !== 'linux' }, () => {
    const full = openSync('/dev/full', 'w')
    const { status, stdout } = spawnSync(process.execPath, [module, '1034'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', full],
    })
    closeSync(full)
    assert.deepEqual([status, stdout], [1, ''])
  })

  it('does not end the process when the disk fails to read or is full', () => {
    for (const code of [266, 13]) {
      const { status, stdout, stderr } = run(code)
      assert.deepEqual([status, stdout, stderr], [0, 'storage-unavailable', ''])
    }
  })
})
