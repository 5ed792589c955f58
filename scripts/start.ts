import { execFileSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { chdir } from 'node:process'

import { compileCacheFolder } from './build/compile-cache.ts'
import { isBuildFresh } from './build/sources.ts'

// Starts the shop; builds it first when there is no build of these sources.
process.env['NODE_ENV'] ??= 'production'
chdir(`${import.meta.dirname}/..`)

if (!(await isBuildFresh())) {
  process.stdout.write('Building the shop …\n')
  // In a process of its own, whose memory the shop does not inherit.
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
}
enableCompileCache(compileCacheFolder)
const { run } = await import('../server.ts')
await run()
