import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { checkWords } from './check-words.ts'

const words = [{ word: /\bwhom\b/, instead: 'who' }]

const files = {
  'src/a.ts': '// The user to Whom it belongs.\n// Nothing here.\n',
  'docs/b.md': 'One line.\nFor whom it is.\n',
  'docs/GLOSSARY.md': 'not: whom\n',
  'app/c.css': '/* whomever */\n',
  'src/node_modules/d/e.ts': '// whom\n',
}

test('checkWords: each banned word is reported with its file and line; the glossary and parts of words are not', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'words-'))
  t.after(() => rm(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  assert.deepEqual(await checkWords(root, words), [
    "docs/b.md:2: 'whom': write 'who'.",
    "src/a.ts:1: 'whom': write 'who'.",
  ])
})
