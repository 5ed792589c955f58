import { enableCompileCache } from 'node:module'
import { chdir } from 'node:process'

// Starts the shop; builds it first when there is no build of these sources.
process.env['NODE_ENV'] ??= 'production'
chdir(`${import.meta.dirname}/..`)
enableCompileCache('build/compile-cache')

const { isBuildFresh } = await import('./build/sources.ts')
if (!(await isBuildFresh())) {
  process.stdout.write('Building the shop …\n')
  const { build } = await import('./build.ts')
  await build()
}
const { run } = await import('../server.ts')
await run()
