import type { Socket } from 'node:net'

const maxBytes = 1024 * 1024

/**
 * Everything that the other end has to say; the socket stays open for an answer.
 *
 * @throws Error when that is more than a megabyte, or breaks off.
 */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    socket.on('data', (chunk) => {
      chunks.push(chunk as Buffer)
      bytes += chunk.length
      if (bytes > maxBytes) socket.destroy(new Error('That is more than a megabyte.'))
    })
    socket.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The other end broke off.')))
  })
}
