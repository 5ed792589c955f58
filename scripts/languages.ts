import { readFile, writeFile } from 'node:fs/promises'

import { languagesPage, printWords } from './verify/check-words.ts'

// `npm run languages` prints the words of grade C into docs/languages.md.

const page = new URL(`../${languagesPage}`, import.meta.url)
await writeFile(page, printWords(await readFile(page, 'utf8')))
