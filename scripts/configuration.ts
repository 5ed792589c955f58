import { readFile, writeFile } from 'node:fs/promises'

import { configurationPage, printSettings } from './verify/check-settings.ts'

// `npm run configuration` prints the table of the settings into docs/configuration.md.

const page = new URL(`../${configurationPage}`, import.meta.url)
await writeFile(page, printSettings(await readFile(page, 'utf8')))
