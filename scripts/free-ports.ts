import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const lowest = 20_000
/** Below the ports that systems give to outgoing connections and to port 0: such a port could be taken before it is used. */
const highest = 32_000

/** A free port on loopback. */
export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1)
  return port
}

/** As `findFreePort`, for several different ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
