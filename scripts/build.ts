import { execFileSync } from 'node:child_process'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import { digestFile, digestSources } from './build/sources.ts'

// Builds the pages, for the server and for browsers, into `build/`.

process.env['NODE_ENV'] = 'production'
const { createBuilder } = await import('vite')
const digest = await digestSources()
const builder = await createBuilder({ mode: 'production', logLevel: 'warn' })
await rm(digestFile, { force: true }) // From here on, until it is complete, there is no current build.
await builder.buildApp()
await compressAssets()
const { NODE_COMPILE_CACHE: _, ...env } = process.env // It would get what belongs to the build.
execFileSync(process.execPath, ['scripts/build/compile-cache.ts'], { stdio: 'inherit', env })
await writeFile(digestFile, digest)

/** Writes a compressed copy next to each text file for browsers, at the highest compression level (Brotli's default). */
async function compressAssets(): Promise<void> {
  for await (const file of glob('build/client/**/*.{js,css,svg}')) {
    const bytes = await readFile(file)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
