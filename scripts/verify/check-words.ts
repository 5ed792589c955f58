import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { bannedWords, type BannedWord } from './banned-words.ts'
import { report, root } from './report.ts'

/** Code, styles and prose; not the glossary, the list of words and the list of old texts, which contain the words. */
const files = ['{app,bench,deploy,docs,packages,scripts,src,test}/**/*.{ts,tsx,css,md}', '*.{ts,md}']
const exceptions = new Set(['docs/GLOSSARY.md', 'docs/languages.md', 'scripts/verify/banned-words.ts'])

/** @returns a line for each banned word in a file of a project. */
export async function checkWords(project: string, words: readonly BannedWord[]): Promise<string[]> {
  const exclude = (path: string) => /(?:^|\/)(?:node_modules|build)$/.test(path)
  const found: string[] = []
  for await (const file of glob(files, { cwd: project, exclude })) {
    if (exceptions.has(file)) continue
    const lines = (await readFile(join(project, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      for (const { word, instead } of words) {
        const used = word.exec(line.toLowerCase())?.[0]
        if (used !== undefined) found.push(`${file}:${index + 1}: '${used}': write '${instead}'.`)
      }
    }
  }
  return found.toSorted()
}

if (import.meta.main) report(await checkWords(root, bannedWords))
