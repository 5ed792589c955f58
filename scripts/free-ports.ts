import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const lowest = 20_000
/** Below the ports that systems give to outgoing connections and to port 0: such a port could be taken before it is used. */
const highest = 32_000

/** A free port on loopback, which no other process is given by this function while this one lives. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/**
 * Until a program listens on its port, another process may find it free, too. UDP has ports of its own: one with the same number is
 * held meanwhile, and the system releases it when this process ends.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref().bind({ port, address: '127.0.0.1', exclusive: true })
  try {
    await once(socket, 'listening')
    return true
  } catch {
    return false
  }
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
