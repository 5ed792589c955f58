import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { isBuildFresh } from '../../../scripts/build/sources.ts'
import { root } from './shop-process.ts'

/** Builds the shop unless the build is up to date. */
export async function buildOnce(): Promise<void> {
  process.chdir(root)
  if (await isBuildFresh()) return
  const building = spawn(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const [code] = (await once(building, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The shop could not be built.')
}

/** For `node --test --test-global-setup`: runs once before all test files. */
export const globalSetup = buildOnce
