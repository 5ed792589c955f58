import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { chdir } from 'node:process'

import { shopVersion } from '../src/process/version.ts'
import { compileCacheFolder } from './build/compile-cache.ts'
import { ensureBuild } from './build/ensure-build.ts'

const usage = `Usage: npm start [-- --help | --version]

Starts the shop, with settings from the environment (docs/configuration.md), and builds it first if there is no current build.
For everything else, see npm run shop -- --help.`

const [option] = process.argv.slice(2)
if (option !== undefined) {
  const answer = new Map([
    ['--help', usage],
    ['-h', usage],
    ['--version', shopVersion],
  ]).get(option)
  if (answer === undefined) process.stderr.write(`Unknown option: ${option}\n\n${usage}\n`)
  else process.stdout.write(`${answer}\n`)
  process.exit(answer === undefined ? 1 : 0)
}

// Starts the shop, and builds it first if there is no current build.
process.env['NODE_ENV'] ??= 'production'
chdir(`${import.meta.dirname}/..`)

try {
  await ensureBuild()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(78) // As for a wrong setting: trying again does not help.
}
process.env['NODE_COMPILE_CACHE'] ??= resolve(compileCacheFolder) // Also for the process that decodes photos.
enableCompileCache()
const { run } = await import('../server.ts')
await run()
