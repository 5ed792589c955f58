import { execFileSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

import { digestFile, isBuildFresh } from './sources.ts'

/**
 * Builds the shop if there is no current build. A stale build is not started: its server would be of one version and its
 * pages of another.
 *
 * @throws Error with one line for people, when that is not possible.
 */
export async function ensureBuild(): Promise<void> {
  if (await isBuildFresh()) return
  await requireWritable(dirname(digestFile))
  await announce()
  try {
    // In a separate process, so that the shop does not inherit its memory.
    execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' })
  } catch (error) {
    const { signal } = error as { signal?: NodeJS.Signals | null }
    const reason = signal ? `it was ended by ${signal}. It needs 1 GB of memory.` : 'the reason is above.'
    throw new Error(`The shop could not be built: ${reason}`, { cause: error })
  }
}

/** On a pipe, such as to the journal, it is a line of JSON like every other. */
async function announce(): Promise<void> {
  if (process.stdout.isTTY) process.stdout.write('Building the shop …\n')
  else (await import('../../src/log.ts')).createLog().info('the shop is being built')
}

async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new Error(
      `${process.cwd()} has no build of its present files, and this user cannot make one ` +
        `(${(error as NodeJS.ErrnoException).code}: ${folder}). As the user who owns them, run npm run build, or restore them.`,
      { cause: error },
    )
  }
}
