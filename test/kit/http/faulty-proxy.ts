import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sha256Of } from '../photos/photos.ts'

/** What stands between a browser and a shop: it keeps what is sent of photos, and is cut at a bad moment. */
export interface Wire {
  readonly url: string
  /** The bytes of each photo in the order in which they were sent, by the SHA-256 that it was announced with. */
  readonly photos: ReadonlyMap<string, Buffer>
  /** Photos that arrived whole, each byte once. */
  wholePhotos(): Buffer[]
  /** Lets no more than so many bytes of the next part, or of the one on its way, pass, until it is cut. */
  holdAfter(bytes: number): void
  /** Cuts the connection of the part that is held. */
  cut(): void
  /** Cuts the connection once, when the shop answers what completes a photo. */
  loseLastAnswer(): void
  close(): Promise<void>
}

export async function openWire(shopUrl: string): Promise<Wire> {
  const photos = new Map<string, Buffer>()
  let heldAt = Infinity
  const cut = Promise.withResolvers<void>()
  let isAnswerLost = false

  /** Hands a part on. @returns whether the connection held. */
  const handOn = async (incoming: IncomingMessage, forward: (bytes: Buffer) => void): Promise<boolean> => {
    const sha256 = photoOf(incoming)
    let passed = 0
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      const bytes = sha256 === undefined ? chunk : chunk.subarray(0, Math.max(0, heldAt - passed))
      forward(bytes)
      passed += bytes.length
      if (sha256 === undefined) continue
      photos.set(sha256, Buffer.concat([photos.get(sha256) ?? Buffer.alloc(0), bytes]))
      if (passed < heldAt) continue
      heldAt = Infinity
      await cut.promise
      return false
    }
    return true
  }
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const onward = ask(shopUrl + url, { method, headers }, (answer) => {
      if (isAnswerLost && headers['upload-complete'] === '?1') {
        isAnswerLost = false
        outgoing.destroy()
        return
      }
      // On a connection that it has used before, Chromium would ask once more by itself when that is cut.
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    const holds = await handOn(incoming, (bytes) => onward.write(bytes))
    if (holds) onward.end()
    else outgoing.destroy()
  }
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    photos,
    wholePhotos: () => [...photos].filter(([sha256, bytes]) => sha256Of(bytes) === sha256).map(([, bytes]) => bytes),
    holdAfter: (bytes) => (heldAt = bytes),
    cut: () => cut.resolve(),
    loseLastAnswer: () => (isAnswerLost = true),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Of a request that brings a part of a photo, which one that is. */
function photoOf({ method, url = '' }: IncomingMessage): string | undefined {
  return method === 'PATCH' ? /^\/api\/photos\/([0-9a-f]{64})$/.exec(url)?.[1] : undefined
}
