import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig, settings } from '../../src/config/config.ts'

const page = 'docs/configuration.md'
const summary = 'README.md'

/**
 * Compares the tables of settings with `src/config`: `docs/configuration.md` has every setting with its default, README
 * some of them with the same default.
 *
 * @returns a line for each difference.
 */
export async function checkSettings(root: string): Promise<string[]> {
  const documented = rowsOf(await readFile(join(root, page), 'utf8'))
  const missing = [...settings].filter((name) => !documented.has(name))
  const unknown = [...documented.keys()].filter((name) => !settings.has(name))
  const wrong = [
    ...missing.map((name) => `${page} does not have ${name}.`),
    ...unknown.map((name) => `${page} has ${name}, which is not a setting.`),
  ]
  // Setting a variable to its default changes nothing.
  const defaults = Object.fromEntries([...documented].filter(([, value]) => value !== undefined))
  if (unknown.length === 0 && JSON.stringify(readConfig(defaults)) !== JSON.stringify(readConfig({}))) {
    wrong.push(`${page} has a default that is not the default.`)
  }
  for (const [name, value] of rowsOf(await readFile(join(root, summary), 'utf8'))) {
    if (!documented.has(name) || documented.get(name) !== value) wrong.push(`${summary} and ${page} differ on ${name}.`)
  }
  return wrong
}

/** The defaults by name; `undefined` where the table says 'none'. */
function rowsOf(text: string): Map<string, string | undefined> {
  const rows = text.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`|none) \|/gm)
  return new Map([...rows].map(([, name = '', value]) => [name, value]))
}
