import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The digest of the sources of `build/`: removed first and written last. */
export const digestFile = 'build/sources.sha256'

/** Everything that the build reads; `server.ts` is in its compile cache. */
export const sources = [
  'app/**/*',
  'packages/*/package.json',
  'packages/*/src/**/*',
  'public/**/*',
  'scripts/build.ts',
  'scripts/build/*',
  'scripts/vite/*',
  'src/**/*',
  'package-lock.json',
  'react-router.config.ts',
  'server.ts',
  'tsconfig.json',
  'vite.config.ts',
  'node_modules/.package-lock.json', // What is installed, which may be older than the lockfile.
]

/** One digest of everything that the build reads; the same wherever the project is: an upgrade moves a built one. */
export async function digestSources(): Promise<string> {
  const entries = await Array.fromAsync(glob(sources, { withFileTypes: true }))
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative('.', join(entry.parentPath, entry.name)))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(await readFile(file))
  return hash.digest('hex')
}

export async function isBuildFresh(): Promise<boolean> {
  const built = await readFile(digestFile, 'utf8').catch(() => undefined)
  return built !== undefined && built === (await digestSources())
}
