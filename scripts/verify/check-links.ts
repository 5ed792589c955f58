import { existsSync } from 'node:fs'
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
  const files = await Array.fromAsync(
    glob('{app,bench,packages,scripts,src,test}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] }),
  )
  const fileNames = new Set(files.map((file) => basename(file)))
  const wrong: string[] = []
  for (const page of pages) {
    const text = await readFile(join(root, page), 'utf8')
    for (const path of pathsIn(text)) {
      if (!existsSync(join(root, path))) wrong.push(`${page} names ${path}, which does not exist.`)
    }
    for (const [, name = ''] of text.matchAll(/`([\w-]+\.tsx?)`/g)) {
      if (name !== 'server.ts' && !fileNames.has(name)) wrong.push(`${page} names ${name}, which does not exist.`)
    }
    for (const [, link = ''] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
      if (!/^https?:/.test(link) && !(await isTarget(root, page, link))) {
        wrong.push(`${page} links to ${link}, which does not exist.`)
      }
    }
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) {
      if (!(name in scripts)) wrong.push(`${page} has npm run ${name}, which is not a script.`)
    }
    for (const name of verifiedIn(text)) {
      if (name !== 'long' && !checks.some((check) => check.name === name))
        wrong.push(`${page} names the check ${name}, which does not exist.`)
    }
  }
  return wrong
}

function pathsIn(text: string): string[] {
  return [...text.matchAll(projectPath)].map(([path]) => path)
}

/** The names of checks in `npm run verify -- unit shop`. */
function verifiedIn(text: string): string[] {
  return [...text.matchAll(/npm run verify -- ([a-z0-9 -]+)/g)].flatMap(([, names = '']) => names.trim().split(' '))
}

/** Whether a relative link leads to a file, and to a heading in it if it names one. */
async function isTarget(root: string, page: string, link: string): Promise<boolean> {
  const [path = '', heading] = link.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, file))) return false
  if (heading === undefined) return true
  const text = await readFile(join(root, file), 'utf8')
  return [...text.matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => toAnchor(title) === heading)
}

/** As GitHub makes an anchor of a heading. */
function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
