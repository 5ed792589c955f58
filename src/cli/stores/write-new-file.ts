import { lstatSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'

import { RefusedError } from '../connect.ts'
import { toFileProblem } from './file-problem.ts'

const signals = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Writes a file that has its name only once all of it is on disk; until then it is `FILE.part`, which is removed when
 * the writing fails or is stopped.
 *
 * @throws RefusedError when there is a file of this name, or the system says no.
 */
export async function writeNewFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`
  refuseExisting(file)
  const handle = await openPart(file, part)
  const tidying = tidyOnExit(part)
  try {
    await handle.writeFile(texts)
    await handle.sync()
    refuseExisting(file)
    await rename(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw toFileProblem(error, file, 'written')
  } finally {
    await handle.close()
    tidying.end()
  }
}

/** However this process ends, short of being killed, it leaves no part behind. */
function tidyOnExit(part: string) {
  const tidy = () => rmSync(part, { force: true })
  const stops = Object.entries(signals).map(([signal, code]) => [signal, () => process.exit(code)] as const)
  process.once('exit', tidy)
  for (const [signal, stop] of stops) process.once(signal, stop)
  return {
    end() {
      process.removeListener('exit', tidy)
      for (const [signal, stop] of stops) process.removeListener(signal, stop)
    },
  }
}

/** A link that leads nowhere is a file that is there, too. */
function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new RefusedError(`${file} is there already. Choose another name, or move it away.`)
}

async function openPart(file: string, part: string) {
  try {
    return await open(part, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toFileProblem(error, file, 'written')
    throw new RefusedError(`${part} is there: another export is writing it, or one was cut off. If none is, remove it.`)
  }
}
