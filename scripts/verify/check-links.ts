import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { checks } from './checks.ts'

/** A path from the project's root, in prose or in a command. */
const projectPath =
  /(?<![\w./@-])(?:(?:app|bench|deploy|docs|packages|scripts|src|test)\/[\w./-]*[\w/]|server\.ts)(?![\w*{])/g

/**
 * Checks that the files, links, headings, npm scripts and checks named in Markdown pages exist.
 *
 * @param pages paths from `root`
 * @returns a line for each that does not.
 */
export async function checkLinks(root: string, pages: readonly string[]): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const code = glob('{app,bench,packages,scripts,src,test}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const fileNames = new Set(['server.ts', ...(await Array.fromAsync(code)).map((file) => basename(file))])
  const verified = new Set(['long', ...checks.map(({ name }) => name)])
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const missing = (what: string, names: readonly string[], exists: (name: string) => boolean) =>
      names.filter((name) => !exists(name)).map((name) => `${page} ${what} ${name}, which does not exist.`)
    const named = namesIn(text, /npm run verify -- ([a-z0-9 -]+)/g).flatMap((names) => names.split(' '))
    return [
      ...missing('names', namesIn(text, projectPath), (path) => existsSync(join(root, path))),
      ...missing('names', namesIn(text, /`([\w-]+\.tsx?)`/g), (name) => fileNames.has(name)),
      ...missing('links to', namesIn(text, /\]\(([^()\s]+)\)/g), (link) => isTarget(root, page, link)),
      ...missing('has npm run', namesIn(text, /npm run ([\w:-]+)/g), (name) => name in scripts),
      ...missing('names the check', named, (name) => verified.has(name)),
    ]
  })
}

/** Whether a link leads to a web address or to a file, and to a heading in it if it names one. */
function isTarget(root: string, page: string, link: string): boolean {
  if (/^https?:/.test(link)) return true
  const [path = '', heading] = link.split('#')
  const file = join(root, path === '' ? page : join(dirname(page), path))
  if (!existsSync(file) || heading === undefined) return existsSync(file)
  return namesIn(readFileSync(file, 'utf8'), /^#+ (.+)$/gm)
    .map(toAnchor)
    .includes(heading)
}

/** As GitHub makes an anchor of a heading. */
function toAnchor(title: string): string {
  const kept = title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '')
  return kept.replaceAll(' ', '-')
}

/** The names of the commands of `npm run shop`, from its own help. */
export function listCommands(root: string): string[] {
  const { stderr } = spawnSync(process.execPath, ['src/cli/main.ts'], { cwd: root, encoding: 'utf8' })
  return namesIn(stderr, /^ {2}([a-z]+(?: [a-z]+)*)/gm)
}

/** Compares README's table of commands with the commands that there are. @returns a line for each difference. */
export async function checkCommands(root: string, commands: readonly string[]): Promise<string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const documented = namesIn(readme, /^\| `npm run shop -- ([a-z]+(?: [a-z]+)*)/gm)
  const missing = commands.filter((name) => !documented.includes(name))
  const unknown = documented.filter((name) => !commands.includes(name))
  return [
    ...missing.map((name) => `README.md does not have the command ${name}.`),
    ...unknown.map((name) => `README.md has the command ${name}, which does not exist.`),
  ]
}

/** The first group of each match, or the whole match of a pattern without groups. */
function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match, name = match]) => name.trim())
}
