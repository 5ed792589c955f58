import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'

import { readConfig, settings } from '../../src/config/config.ts'
import { checkThreatModel } from './check-threat-model.ts'

// What README and `docs/` say of files, commands and settings must be true.

const readme = await readFile('README.md', 'utf8')
const pages = ['README.md', 'SECURITY.md', ...(await Array.fromAsync(glob('docs/**/*.md')))]
const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
const wrong: string[] = []

for (const page of pages) {
  const text = page === 'README.md' ? readme : await readFile(page, 'utf8')
  for (const [, path = ''] of text.matchAll(/`((?:app|bench|docs|scripts|src|test)\/[\w./-]+|server\.ts)`/g)) {
    if (!existsSync(path)) wrong.push(`${page} names ${path}, which is not there.`)
  }
  for (const [, path = ''] of text.matchAll(/\]\(([^()#]+)\)/g)) {
    if (!/^https?:/.test(path) && !existsSync(path)) wrong.push(`${page} links to ${path}, which is not there.`)
  }
  for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!(name in scripts)) wrong.push(`${page} tells to run npm run ${name}, which is no script.`)
  }
}

/** The table's rows: what a setting is when it is not set. */
const documented = new Map(
  [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`|none) \|/gm)].map(([, name, value]) => [name, value]),
)
for (const name of settings) if (!documented.has(name)) wrong.push(`README.md does not explain ${name}.`)
for (const name of documented.keys())
  if (!settings.has(name ?? '')) wrong.push(`README.md explains ${name}, which is no setting.`)

/** To set what is the default anyway changes nothing: so the table's defaults are the defaults. */
const defaults = Object.fromEntries([...documented].filter(([, value]) => value !== undefined))
if (JSON.stringify(readConfig(defaults)) !== JSON.stringify(readConfig({}))) {
  wrong.push('README.md gives a default that is not the default.')
}

wrong.push(...(await checkThreatModel('.')))

for (const line of wrong) process.stderr.write(`${line}\n`)
process.exitCode = wrong.length > 0 ? 1 : 0
