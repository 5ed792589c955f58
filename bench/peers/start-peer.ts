import { join } from 'node:path'

import { findFreePort } from '../../scripts/free-ports.ts'
import { waitUntil } from '../machine/machine.ts'
import { cores, startProgram } from '../machine/program.ts'
import { createTemporaryFolder } from '../machine/temporary-folder.ts'
import { isHealthy } from '../servers/shop.ts'

/** A minimal server that does one thing that the shop does, and nothing else. */
export interface Peer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
}

/** Starts a module of this folder with its own port and folder, on the measured core. */
export async function startPeer(module: string): Promise<Peer> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await createTemporaryFolder())
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const path = join(import.meta.dirname, module)
  const program = resources.use(
    startProgram(process.execPath, [path, String(port), folder.path], { core: cores.measured }),
  )
  await waitUntil(() => isHealthy(url), `${module} did not start.`, { everyMs: 5 })
  const owned = resources.move()
  return { url, port, pid: program.pid, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
