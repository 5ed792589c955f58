import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const sheets = await Array.fromAsync(glob('app/**/*.css'), (file) => readFile(file, 'utf8'))

test('style sheets: text-decoration has a line only: Safari 26 ignores it with a thickness or a color', () => {
  assert.ok(sheets.some((css) => css.includes('text-decoration-thickness:')))
  for (const css of sheets) assert.doesNotMatch(css, /text-decoration: *[a-z-]+ /)
})

test('style sheets: a content with an alternative text is in @supports: Safari before 17.4 ignores it', () => {
  assert.ok(sheets.some((css) => css.includes('@supports (content: ')))
  for (const css of sheets) {
    const always = css.replaceAll(/@supports \(content: [^{]+\{[^{}]+\{[^{}]+\}\s+\}/g, '')
    assert.doesNotMatch(always, /content: '[^']*' \/ /)
  }
})
