import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Setting } from '../../src/config/setting.ts'
import { settings } from '../../src/config/settings.ts'
import { languageNames } from '../../src/domain/language.ts'
import { words, type Word } from '../../src/messages/words.ts'

/** A part of a page between two markers, which a command prints from the code. */
interface PrintedPart {
  readonly path: string
  readonly marker: string
  readonly lines: () => readonly string[]
}

/** By command: `npm run configuration`. */
const parts = {
  configuration: { path: 'docs/configuration.md', marker: '<!-- settings -->\n', lines: listSettings },
  languages: { path: 'docs/languages.md', marker: '<!-- words -->\n', lines: listWords },
} as const satisfies Record<string, PrintedPart>

export type PrintedTable = keyof typeof parts

const settingRows = Object.entries<Setting>(settings)

function listSettings(): readonly string[] {
  const secrets = settingRows.filter(([, { isSecret }]) => isSecret).map(([name]) => `\`${name}\``)
  return [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...settingRows.map(toSettingRow),
    '',
    `Messages never repeat the value of ${secrets.join(', ')}.`,
  ]
}

function toSettingRow([name, { default: otherwise, meaning, inTheCloud }]: [string, Setting]): string {
  const note = inTheCloud === undefined ? '' : '; not in the cloud'
  return `${startOfRow(name, otherwise)} ${toCell(meaning)}${note} |`
}

function startOfRow(name: string, otherwise: string | undefined): string {
  return `| \`${name}\` | ${otherwise === undefined ? 'none' : `\`${otherwise}\``} |`
}

/** The words of grade C. */
function listWords(): readonly string[] {
  const rows = words.filter(({ grade }) => grade === 'C').map(toWordRow)
  return ['| language | key | English | text |', '|---|---|---|---|', ...rows]
}

function toWordRow({ language, key, english, text }: Word): string {
  return `| ${languageNames[language]} | \`${key}\` | ${toCell(english)} | ${toCell(text)} |`
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function printInto(page: string, { marker, lines }: PrintedPart): string {
  const [before, , after] = page.split(marker)
  return [before, ['', ...lines(), '', ''].join('\n'), after].join(marker)
}

/** Prints a table into its page. */
export async function printTable(root: string, command: PrintedTable): Promise<void> {
  const file = join(root, parts[command].path)
  await writeFile(file, printInto(await readFile(file, 'utf8'), parts[command]))
}

/** Checks that a page is as it would be printed. @returns a line if it is old. */
export async function checkTable(root: string, command: PrintedTable): Promise<string[]> {
  const { path } = parts[command]
  const page = await readFile(join(root, path), 'utf8')
  return page === printInto(page, parts[command]) ? [] : [`${path} is old: run npm run ${command}.`]
}

/** Checks that README's table of settings has their defaults; settings with the same default can share a row. @returns a line for each difference. */
export async function checkDefaults(root: string): Promise<string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const rows = new Set(settingRows.map(([name, row]) => startOfRow(name, row.default)))
  const lines = readme.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line))
  const named = lines.flatMap((line) => {
    const [names = '', otherwise] = line.split(' | ')
    return [...names.matchAll(/`[A-Z_]+`/g)].map(([name]) => `| ${name} | ${otherwise} |`)
  })
  return named.filter((start) => !rows.has(start)).map((start) => `README.md is wrong: ${start}`)
}
