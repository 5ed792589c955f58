import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { checks } from './checks.ts'

const index = 'docs/decisions/README.md'
const testing = 'docs/TESTING.md'

/** Checks that the index lists every decision by its title. @returns a line for each that it does not. */
export async function checkDecisions(root: string): Promise<string[]> {
  const text = await readFile(join(root, index), 'utf8')
  const wrong: string[] = []
  for (const file of (await Array.fromAsync(glob('docs/decisions/[0-9]*.md', { cwd: root }))).toSorted()) {
    const [heading = ''] = (await readFile(join(root, file), 'utf8')).split('\n')
    const [, number = '', title = ''] = /^# (\d+)\. (.+)$/.exec(heading) ?? []
    const name = basename(file)
    const isNumbered = name.startsWith(`${number.padStart(4, '0')}-`)
    if (!isNumbered) wrong.push(`${file} begins with '${heading}', which is not its number and title.`)
    else if (!text.includes(`[${title}](${name})`)) wrong.push(`${index} does not have [${title}](${name}).`)
  }
  return wrong
}

/** Checks that `docs/TESTING.md` has every check of `npm run verify`. @returns a line for each that is missing. */
export async function checkChecks(root: string): Promise<string[]> {
  const text = await readFile(join(root, testing), 'utf8')
  const missing = checks.filter(({ name }) => !text.includes(`\n| \`${name}\` |`))
  return missing.map(({ name }) => `${testing} does not have the check ${name}.`)
}
