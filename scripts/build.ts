import { execFileSync } from 'node:child_process'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import { takeLock } from './build/lock.ts'
import { digestFile, digestSources, isBuildFresh } from './build/sources.ts'

// Builds the pages, for the server and for browsers, into `build/`. With `--if-stale` not if there is a current build, which may
// be one that another process has made meanwhile.

process.env['NODE_ENV'] = 'production'
const { createBuilder } = await importVite()
using _lock = takeLock(process.cwd(), 'build')
if (process.argv.includes('--if-stale') && (await isBuildFresh())) process.exit()
const digest = await digestSources()
const builder = await createBuilder({ mode: 'production', logLevel: 'warn' })
await rm(digestFile, { force: true }) // From here on, until it is complete, there is no current build.
await builder.buildApp()
await compressAssets()
const { NODE_COMPILE_CACHE: _, ...env } = process.env // It would get what belongs to the build.
execFileSync(process.execPath, ['scripts/build/compile-cache.ts'], { stdio: 'inherit', env })
await writeFile(digestFile, digest)

/** With `NODE_ENV=production`, npm installs what the shop needs to run alone. */
async function importVite() {
  try {
    return await import('vite')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    process.stderr.write(`${(error as Error).message}\nRun npm ci --include=dev, which installs what a build needs.\n`)
    process.exit(1)
  }
}

/** Writes a compressed copy next to each text file for browsers, at the highest compression level (Brotli's default). */
async function compressAssets(): Promise<void> {
  for await (const file of glob('build/client/**/*.{js,css,svg}')) {
    const bytes = await readFile(file)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
