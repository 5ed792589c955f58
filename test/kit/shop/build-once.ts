import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { isBuildFresh } from '../../../scripts/build/sources.ts'
import { root } from './shop-process.ts'

/** Builds the shop unless there is a build of these sources. */
export async function buildOnce(): Promise<void> {
  process.chdir(root)
  if (await isBuildFresh()) return
  const building = spawn(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' })
  const [code] = (await once(building, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The shop could not be built.')
}

/** For `node --test --test-global-setup`: once before all tests of processes. */
export const globalSetup = buildOnce
