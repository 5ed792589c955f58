import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { checkWords } from './check-words.ts'

const words = [{ word: /\bwoolish\b/, instead: 'woolly' }]

const files = {
  'src/a.ts': '// Woolish is.\n// Nothing here.\n',
  'docs/b.md': 'One line.\nA woolish hat.\n',
  'docs/GLOSSARY.md': 'not: woolish\n',
  'app/c.css': '/* woolisher */\n',
  'src/node_modules/d/e.ts': '// woolish\n',
}

test('checkWords: each banned word is reported with its file and line; the glossary and parts of words are not', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'words-'))
  t.after(() => rm(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  assert.deepEqual(await checkWords(root, words), [
    "docs/b.md:2: 'woolish': write 'woolly'.",
    "src/a.ts:1: 'woolish': write 'woolly'.",
  ])
})
