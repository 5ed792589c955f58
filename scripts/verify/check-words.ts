import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { languageNames } from '../../src/domain/language.ts'
import { words, type Word } from '../../src/messages/words.ts'

export const languagesPage = 'docs/languages.md'
const marker = '<!-- words -->\n'

/** The page with the words of grade C between its two markers, as `src/messages` has them. */
export function printWords(page: string): string {
  const [before, , after] = page.split(marker)
  const rows = words.filter(({ grade }) => grade === 'C').map(printRow)
  const lines = ['', '| language | key | English | text |', '|---|---|---|---|', ...rows, '']
  return [before, `${lines.join('\n')}\n`, after].join(marker)
}

function printRow({ language, key, english, text }: Word): string {
  return `| ${languageNames[language]} | \`${key}\` | ${toCell(english)} | ${toCell(text)} |`
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** Checks that `docs/languages.md` has the words of grade C. @returns a line if it is old. */
export async function checkWords(root: string): Promise<string[]> {
  const page = await readFile(join(root, languagesPage), 'utf8')
  return page === printWords(page) ? [] : [`${languagesPage} is old: run npm run languages.`]
}
