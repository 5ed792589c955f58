import { glob } from 'node:fs/promises'
import { dirname } from 'node:path'

import { report, root } from './report.ts'

const maxFiles = 15

/** One file for each method of the wire protocol. */
const exceptions = new Set(['packages/identity/src/methods'])

/** @returns a line for each folder of a project that has too many files of code; tests do not count. */
export async function checkFolders(project: string): Promise<string[]> {
  const files = await Array.fromAsync(
    glob('{app,bench,packages,scripts,src}/**/*.{ts,tsx}', {
      cwd: project,
      exclude: (path) => /\bnode_modules$/.test(path),
    }),
  )
  const folders = Map.groupBy(files.filter(isCode), dirname)
  return [...folders]
    .filter(([folder, { length }]) => length > maxFiles && !exceptions.has(folder))
    .map(([folder, { length }]) => `${folder} has ${length} files of code: ${maxFiles} at most.`)
    .toSorted()
}

function isCode(file: string): boolean {
  return !/\.(?:test|contract|d)\.ts$|\/(?:test|conformance)\/|\/test-support/.test(file)
}

if (import.meta.main) report(await checkFolders(root))
