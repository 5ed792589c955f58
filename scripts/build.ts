import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'

import { compressAssets } from './build/compress-assets.ts'
import { digestFile, digestSources } from './build/sources.ts'

/** Builds the pages, for the server and for browsers, into `build/`. */
export async function build(): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  const { createBuilder } = await import('vite')
  const digest = await digestSources()
  const builder = await createBuilder({ mode: 'production', logLevel: 'warn' })
  await builder.buildApp()
  await compressAssets()
  const { NODE_COMPILE_CACHE: _, ...env } = process.env // It would get what belongs to the build.
  execFileSync(process.execPath, ['scripts/build/compile-cache.ts'], { stdio: 'inherit', env })
  await writeFile(digestFile, digest)
}

if (import.meta.main) await build()
