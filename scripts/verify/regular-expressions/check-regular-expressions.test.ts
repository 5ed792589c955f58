import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { checkRegularExpressions } from './check-regular-expressions.ts'

const root = await mkdtemp(join(tmpdir(), 'regular-expressions-'))
const kept = join(root, 'safe.json')

after(() => rm(root, { recursive: true }))

async function check(sources: string): Promise<string[]> {
  await mkdir(join(root, 'src'), { recursive: true })
  await writeFile(join(root, 'src/a.ts'), sources)
  await writeFile(join(root, 'src/a.test.ts'), String.raw`const ofTests = /\s+$/`)
  return checkRegularExpressions(root, kept)
}

test('a regular expression with quadratic time is reported with its file and line', async () => {
  const [fault, ...more] = await check(String.raw`const a = /^[a-z]+$/` + '\n' + String.raw`const b = /\s+$/`)
  assert.match(fault ?? '', /^src\/a\.ts:2: \/\\s\+\$\/ is vulnerable \(2nd degree polynomial\)/)
  assert.deepEqual(more, [])
})

test('a regular expression with exponential time is also found in new RegExp(constant)', async () => {
  const faults = await check("const part = '(a|a)*'\nnew RegExp(`^${part}$`, 'i')")
  assert.equal(faults.length, 1)
  assert.match(faults[0] ?? '', /is vulnerable \(exponential\)/)
})

test('a regular expression built from variables is reported', async () => {
  assert.deepEqual(await check('export const find = (word: string) => new RegExp(word)'), [
    'src/a.ts:1: RegExp is put together from variables.',
  ])
})

test('a constant of one function says nothing of a variable of another function', async () => {
  const one = "function one() { const word = 'abc'; return new RegExp(word) }"
  assert.deepEqual(await check(`${one}\nexport const find = (word: string) => new RegExp(word)`), [
    'src/a.ts:1: RegExp is put together from variables.',
    'src/a.ts:2: RegExp is put together from variables.',
  ])
})

test('a regular expression that recheck cannot analyse is reported', async () => {
  const [fault] = await check(String.raw`const a = /[\p{L}--[a-z]]/v`)
  assert.match(fault ?? '', /cannot be judged/)
})

test('the file of safe patterns has exactly those of the sources', async () => {
  const count = async () => (JSON.parse(await readFile(kept, 'utf8')) as { safe: string[] }).safe.length
  await check(String.raw`const all = [/a/, /b/, /\s+$/]`)
  assert.equal(await count(), 2)
  await check('const all = [/a/]')
  assert.equal(await count(), 1)
})
