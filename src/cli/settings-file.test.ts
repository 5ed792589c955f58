import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { readSettingsFile } from './settings-file.ts'

const sample = readFileSync(new URL('../../deploy/stockinette.env', import.meta.url), 'utf8')

/** Every form that is accepted, with what systemd reads: see systemd.exec(5), EnvironmentFile=. */
const accepted: readonly (readonly [line: string, name: string, value: string])[] = [
  ['A=b', 'A', 'b'],
  ['A=', 'A', ''],
  ['A="Your shop"', 'A', 'Your shop'],
  ["A='it # is'", 'A', 'it # is'],
  ['A=two words', 'A', 'two words'],
  ['A="#1; x=y"', 'A', '#1; x=y'],
  ['A=smtps://me%40x:secret@host:465?from=a@b', 'A', 'smtps://me%40x:secret@host:465?from=a@b'],
  ['  A=b', 'A', 'b'],
]

for (const [line, name, value] of accepted) {
  test(`settings file: ${line} is read`, (t) => {
    const file = join(temporaryFolder(t), 'shop.env')
    writeFileSync(file, `# A comment.\n; Another one.\n\n${line}\n`)
    assert.equal(readSettingsFile({}, file, '/missing').environment[name], value)
  })
}

for (const line of [
  'A=b # c',
  'A=a#b',
  'A="a\\"b"',
  'A=a\\',
  'A=`b`',
  'A="open',
  'export A=b',
  'A',
  'A="a" b',
  '\uFEFFA=b',
]) {
  test(`settings file: ${line} is refused, because systemd would read it differently or not at all`, (t) => {
    const file = join(temporaryFolder(t), 'shop.env')
    writeFileSync(file, `B=1\n${line}\n`)
    assert.throws(
      () => readSettingsFile({}, file, '/missing'),
      /^RefusedError: Line 2 of .*shop\.env is not NAME=value\./,
    )
  })
}

test('settings file: an open quote after a semicolon is a part of the comment', (t) => {
  const file = join(temporaryFolder(t), 'shop.env')
  writeFileSync(file, ';A="open\nB="b"\n')
  assert.deepEqual(readSettingsFile({}, file, '/missing').environment, { B: 'b' })
})

test('settings file: white space at the end of a line is no part of a value, and does not join lines', (t) => {
  const file = join(temporaryFolder(t), 'shop.env')
  writeFileSync(file, 'A= \nB=b\t\nC=\t\r\nD="d" \n')
  assert.deepEqual(readSettingsFile({}, file, '/missing').environment, { A: '', B: 'b', C: '', D: 'd' })
})

test('settings file: variables that are set win, and the usual file may be missing', (t) => {
  const file = join(temporaryFolder(t), 'shop.env')
  writeFileSync(file, 'A=file\nB=file\n')
  assert.deepEqual({ ...readSettingsFile({ A: 'set' }, undefined, file).environment }, { A: 'set', B: 'file' })
  assert.deepEqual(readSettingsFile({ A: 'set' }, undefined, '/missing').environment, { A: 'set' })
})

test('settings file: the sample of the unit is read as a shell reads it', (t) => {
  const file = join(temporaryFolder(t), 'shop.env')
  writeFileSync(file, sample)
  const { environment } = readSettingsFile({}, file, '/missing')
  assert.ok(Object.keys(environment).length > 3)
  const names = Object.keys(environment).map((name) => `"$${name}"`)
  const { stdout } = spawnSync('sh', ['-c', `. "${file}"; printf '%s\\n' ${names.join(' ')}`], {
    encoding: 'utf8',
    env: {},
  })
  assert.deepEqual(stdout.trimEnd().split('\n'), Object.values(environment))
})
