import type { Socket } from 'node:net'

const maxBytes = 1024 * 1024

/**
 * Reads until the other end stops sending; the socket stays open for a response.
 *
 * @throws Error when it is more than a megabyte, or the connection is lost.
 */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    socket.on('data', (chunk) => {
      chunks.push(chunk as Buffer)
      bytes += chunk.length
      if (bytes > maxBytes) socket.destroy(new Error('The message is larger than a megabyte.'))
    })
    socket.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was lost.')))
  })
}
