import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'

import { checkRegularExpressions } from './check-regular-expressions.ts'
import type { RegularExpressionException } from './exceptions.ts'
import { SafePatterns } from './safe-patterns.ts'

const root = await mkdtemp(join(tmpdir(), 'regular-expressions-'))
const kept = join(root, 'safe.json')

beforeEach(() => rm(join(root, 'src'), { recursive: true, force: true }))
after(() => rm(root, { recursive: true }))

async function check(sources: string, exceptions: readonly RegularExpressionException[] = []): Promise<string[]> {
  await mkdir(join(root, 'src'), { recursive: true })
  await writeFile(join(root, 'src/a.ts'), sources)
  await writeFile(join(root, 'src/a.test.ts'), "test('a title of 5,000 characters is refused', () => /x*x*$/)")
  return checkRegularExpressions(root, exceptions, await SafePatterns.open(kept))
}

const exception: RegularExpressionException = {
  pattern: String.raw`/\s+$/`,
  lengthCap: '200 characters',
  test: { file: 'src/a.test.ts', title: 'a title of 5,000 characters is refused' },
}

test('a regular expression that needs quadratic time is named with its file and line', async () => {
  const [fault, ...more] = await check(String.raw`const a = /^[a-z]+$/` + '\n' + String.raw`const b = /\s+$/`)
  assert.match(fault ?? '', /^src\/a\.ts:2: \/\\s\+\$\/ is vulnerable \(2nd degree polynomial\)/)
  assert.deepEqual(more, [])
})

test('a regular expression that needs exponential time is found in new RegExp(constant) as well', async () => {
  const faults = await check("const part = '(a|a)*'\nnew RegExp(`^${part}$`, 'i')")
  assert.equal(faults.length, 1)
  assert.match(faults[0] ?? '', /is vulnerable \(exponential\)/)
})

test('a regular expression that is put together from variables is a fault', async () => {
  assert.deepEqual(await check('export const find = (word: string) => new RegExp(word)'), [
    'src/a.ts:1: RegExp is put together from variables.',
  ])
})

test('a regular expression that recheck cannot judge is a fault', async () => {
  const [fault] = await check(String.raw`const a = /[\p{L}--[a-z]]/v`)
  assert.match(fault ?? '', /cannot be judged/)
})

test('an exception excuses its regular expression as long as the test that it names is there', async () => {
  const sources = String.raw`const b = /\s+$/`
  assert.deepEqual(await check(sources, [exception]), [])
  const renamed = { ...exception, test: { ...exception.test, title: 'a title of 6,000 characters is refused' } }
  assert.deepEqual(await check(sources, [renamed]), [
    String.raw`The exception for /\s+$/ names no test of src/a.test.ts.`,
  ])
})

test('an exception for what is not in the sources is a fault', async () => {
  assert.equal((await check('const a = /a/', [exception])).length, 1)
})

test('the file of safe patterns has those of the sources and no other', async () => {
  const count = async () => (JSON.parse(await readFile(kept, 'utf8')) as { safe: string[] }).safe.length
  await check(String.raw`const all = [/a/, /b/, /\s+$/]`)
  assert.equal(await count(), 2)
  await check('const all = [/a/]')
  assert.equal(await count(), 1)
})
