import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const page = 'README.md'

/** The names of the commands of `npm run shop`, from its own help. */
export function listCommands(root: string): string[] {
  const { stderr } = spawnSync(process.execPath, ['src/cli/main.ts'], { cwd: root, encoding: 'utf8' })
  return namesIn(stderr, /^ {2}([a-z]+(?: [a-z]+)*)/gm)
}

/** Compares README's table of commands with the commands that there are. @returns a line for each difference. */
export async function checkCommands(root: string, commands: readonly string[]): Promise<string[]> {
  const documented = namesIn(await readFile(join(root, page), 'utf8'), /^\| `npm run shop -- ([a-z]+(?: [a-z]+)*)/gm)
  const missing = commands.filter((name) => !documented.includes(name))
  const unknown = documented.filter((name) => !commands.includes(name))
  return [
    ...missing.map((name) => `${page} does not have the command ${name}.`),
    ...unknown.map((name) => `${page} has the command ${name}, which does not exist.`),
  ]
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name.trim())
}
