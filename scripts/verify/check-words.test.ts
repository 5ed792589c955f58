import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkWords } from './check-words.ts'
import { writeProject } from './test-support.ts'

const words = [{ word: /\bwoolish\b/, instead: 'woolly' }]

const files = {
  'src/a.ts': '// Woolish is.\n// Nothing here.\n',
  'docs/b.md': 'One line.\nA woolish hat.\n',
  'docs/GLOSSARY.md': 'not: woolish\n',
  'app/c.css': '/* woolisher */\n',
  'src/node_modules/d/e.ts': '// woolish\n',
}

test('checkWords: each banned word is reported with its file and line; the glossary and parts of words are not', async () => {
  assert.deepEqual(await checkWords(await writeProject(files), words), [
    "docs/b.md:2: 'woolish': write 'woolly'.",
    "src/a.ts:1: 'woolish': write 'woolly'.",
  ])
})
