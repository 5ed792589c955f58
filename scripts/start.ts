import { enableCompileCache } from 'node:module'
import { chdir } from 'node:process'

import { compileCacheFolder } from './build/compile-cache.ts'
import { ensureBuild } from './build/ensure-build.ts'

// Starts the shop, and builds it first if there is no current build.
process.env['NODE_ENV'] ??= 'production'
chdir(`${import.meta.dirname}/..`)

try {
  await ensureBuild()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
enableCompileCache(compileCacheFolder)
const { run } = await import('../server.ts')
await run()
