import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, parse } from 'node:path'

/**
 * Creates a folder and those above it that are missing, accessible to its owner only.
 *
 * Node's recursive `mkdir` never returns where a file system refuses new folders with ENOENT, as `/proc` does.
 * (Guarded by the test "refuses a folder that the system does not create".)
 *
 * @param folder absolute.
 * @throws the system's error: ENOENT where nothing can be created, EEXIST or ENOTDIR when a file is in the way.
 */
export function createFolder(folder: string): void {
  for (const each of missingFolders(folder)) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(each)
      if (!isThere) throw error // Otherwise, another process created it.
    }
  }
}

/** The folder itself, after the missing ones above it. */
function missingFolders(folder: string): string[] {
  const missing = [folder]
  const { root } = parse(folder)
  for (let above = dirname(folder); above !== root && !existsSync(above); above = dirname(above)) missing.unshift(above)
  return missing
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
