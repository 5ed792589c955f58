import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Setting } from '../../src/config/setting.ts'
import { settings } from '../../src/config/settings.ts'

export const configurationPage = 'docs/configuration.md'
const marker = '<!-- settings -->\n'

/** The page with all settings between its two markers, as `src/config/settings.ts` has them. */
export function printSettings(page: string): string {
  const [before, , after] = page.split(marker)
  const rows = Object.entries<Setting>(settings)
  const secrets = rows.filter(([, { isSecret }]) => isSecret).map(([name]) => `\`${name}\``)
  const lines = [
    '',
    '| variable | default | meaning |',
    '|---|---|---|',
    ...rows.map(([name, setting]) => printRow(name, setting)),
    '',
    `Messages never repeat the value of ${secrets.join(', ')}.`,
    '',
  ]
  return [before, `${lines.join('\n')}\n`, after].join(marker)
}

function printRow(name: string, { default: otherwise, meaning, inTheCloud }: Setting): string {
  const note = inTheCloud === undefined ? '' : '; not in the cloud'
  return `${startOfRow(name, otherwise)} ${meaning.replaceAll('|', '\\|')}${note} |`
}

function startOfRow(name: string, otherwise: string | undefined): string {
  return `| \`${name}\` | ${otherwise === undefined ? 'none' : `\`${otherwise}\``} |`
}

/**
 * Checks that `docs/configuration.md` is as it would be printed, and that README's table has the same defaults.
 *
 * @returns a line for each difference.
 */
export async function checkSettings(root: string): Promise<string[]> {
  const [page, readme] = await Promise.all([
    readFile(join(root, configurationPage), 'utf8'),
    readFile(join(root, 'README.md'), 'utf8'),
  ])
  const wrong = page === printSettings(page) ? [] : [`${configurationPage} is old: run npm run configuration.`]
  const rows = new Set(Object.entries<Setting>(settings).map(([name, row]) => startOfRow(name, row.default)))
  const named = readme.match(/^\| `[A-Z_]+` \| \S+ \|/gm) ?? []
  return [...wrong, ...named.filter((start) => !rows.has(start)).map((start) => `README.md is wrong: ${start}`)]
}
