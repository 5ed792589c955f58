import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { checkWords } from './check-words.ts'
import { writeProject } from './test-support.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/languages.md'), 'utf8')

test('checkWords: a page with other words of grade C is old', async () => {
  const check = async (languages: string) => checkWords(await writeProject({ 'docs/languages.md': languages }))
  assert.deepEqual(await check(page), [])
  const old = ['docs/languages.md is old: run npm run languages.']
  assert.deepEqual(await check(page.replace(/^\| සිංහල \|.*\n/m, '')), old)
})
