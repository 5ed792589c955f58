import type { Socket } from 'node:net'

import { readAtMost } from '@stockinette/bounded-read/bounded-read.ts'

const maxBytes = 1024 * 1024

/**
 * Reads until the other end stops sending; the socket stays open for a response.
 *
 * @throws Error when it is more than a megabyte, or the connection is lost.
 */
export async function readAll(socket: Socket): Promise<string> {
  return (await readAtMost(socket.iterator({ destroyOnReturn: false }), maxBytes)).toString()
}
