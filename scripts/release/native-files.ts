import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { Platform } from './platforms.ts'

/** What every system with glibc has, the smallest too: Debian's `libc6`, `libgcc-s1` and `libstdc++6`. */
const ofTheSystem = /^(?:ld-linux-.*|lib(?:c|dl|m|pthread|resolv|rt|gcc_s|stdc\+\+))\.so\.\d+$/

/**
 * Looks at every native file in the folder of a release.
 *
 * @returns what is wrong: files for another processor, libraries that nothing brings.
 */
export function findWrongNativeFiles(folder: string, { machine }: Platform): string[] {
  const inEnglish = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const
  const files = globSync('**/*', { cwd: folder }).filter((path) => isNative(join(folder, path)))
  const brought = new Set(files.map((path) => basename(path)))
  return files.flatMap((path) => {
    const described = execFileSync('readelf', ['--file-header', '--dynamic', join(folder, path)], inEnglish)
    const [, found] = /Machine: +(.*)/.exec(described) ?? []
    if (found !== machine) return [`${path} is for ${found}, not ${machine}`]
    const libraries = described.matchAll(/\(NEEDED\)\s+Shared library: \[([^[\]]+)\]/g).map(([, name = '']) => name)
    const missing = libraries.filter((name) => !ofTheSystem.test(name) && !brought.has(name))
    return missing.map((name) => `${path} needs ${name}, which nothing brings`).toArray()
  })
}

/** Whether a file is in the Executable and Linkable Format. */
function isNative(path: string): boolean {
  return statSync(path).isFile() && readFileSync(path).subarray(0, 4).equals(Buffer.from('\x7fELF'))
}
