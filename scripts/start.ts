import { execFileSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { chdir } from 'node:process'

import { compileCacheFolder } from './build/compile-cache.ts'
import { isBuildFresh } from './build/sources.ts'

// Starts the shop, and builds it first if there is no current build.
process.env['NODE_ENV'] ??= 'production'
chdir(`${import.meta.dirname}/..`)

if (!(await isBuildFresh())) {
  process.stdout.write('Building the shop …\n')
  // In a separate process, so that the shop does not inherit its memory.
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
}
enableCompileCache(compileCacheFolder)
const { run } = await import('../server.ts')
await run()
