import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { pack } from './archive.ts'

const gnuTar = spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout ?? ''
const skip = !gnuTar.includes('GNU') && 'needs GNU tar'
const commit = { hash: 'abc', time: 1_795_535_000, files: [] }

/** Files of a release, made in this order. */
function fill(folder: string, names: readonly string[], mode: number): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name)
    chmodSync(join(folder, name), name === 'run' ? mode | 0o100 : mode)
    utimesSync(join(folder, name), mode, mode)
  }
}

describe('pack', { skip }, () => {
  it('makes the same bytes of the same files, whatever their order, modes, owners and times', (t) => {
    const names = ['b/two', 'a', 'run', 'b/one']
    const places = ([0o600, 0o664] as const).map((mode, index) => {
      const folder = join(temporaryFolder(t), 'release')
      fill(folder, index === 0 ? names : names.toReversed(), mode)
      return pack(folder, commit)
    })
    const [first, second] = places.map((archive) => readFileSync(archive))
    assert.ok(first && second && first.equals(second))
    const listed = execFileSync('tar', ['--list', '--verbose', '--utc', '--file', places[0] ?? ''], {
      encoding: 'utf8',
    })
    const rows = listed.trim().split('\n')
    assert.deepEqual(
      rows.map((row) => row.replaceAll(/ +/g, ' ').split(' ').slice(0, 2).join(' ')),
      ['drwxr-xr-x 0/0', '-rw-r--r-- 0/0', 'drwxr-xr-x 0/0', '-rw-r--r-- 0/0', '-rw-r--r-- 0/0', '-rwxr-xr-x 0/0'],
    )
    assert.match(listed, /release\/a\n[^\n]*release\/b\/\n[^\n]*b\/one\n[^\n]*b\/two\n[^\n]*release\/run\n$/)
  })

  it('writes the digest as sha256sum does', (t) => {
    const folder = join(temporaryFolder(t), 'release')
    fill(folder, ['a'], 0o600)
    const archive = pack(folder, commit)
    execFileSync('sha256sum', ['--check', '--status', `${archive}.sha256`], { cwd: dirname(archive) })
  })
})
