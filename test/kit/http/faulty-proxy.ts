import { once } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sha256Of } from '../photos/photos.ts'

/** A proxy between a browser and a shop, which records uploaded photos and can cut connections. */
export interface FaultyProxy {
  readonly url: string
  /** The bytes that were sent of each photo, by the SHA-256 in its URL. */
  readonly photos: ReadonlyMap<string, Buffer>
  /** Photos that arrived completely, each byte once. */
  completePhotos(): Buffer[]
  /** Pauses the current or next upload after this number of bytes, until `cut` is called. */
  pauseAfter(bytes: number): void
  /** Cuts the connection of the paused upload. */
  cut(): void
  /** Cuts the connection once, when the shop answers the request that completes a photo. */
  dropLastResponse(): void
  close(): Promise<void>
}

export async function startFaultyProxy(shopUrl: string): Promise<FaultyProxy> {
  const photos = new Map<string, Buffer>()
  let pauseAt = Infinity
  const cut = Promise.withResolvers<void>()
  let dropsNextResponse = false

  /** Forwards a request's body. @returns false when the connection must be cut. */
  const forwardBody = async (incoming: IncomingMessage, forward: (bytes: Buffer) => void): Promise<boolean> => {
    const sha256 = uploadedPhoto(incoming)
    let passed = 0
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      const bytes = sha256 === undefined ? chunk : chunk.subarray(0, Math.max(0, pauseAt - passed))
      forward(bytes)
      passed += bytes.length
      if (sha256 === undefined) continue
      photos.set(sha256, Buffer.concat([photos.get(sha256) ?? Buffer.alloc(0), bytes]))
      if (passed < pauseAt) continue
      pauseAt = Infinity
      await cut.promise
      return false
    }
    return true
  }
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const onward = sendRequest(shopUrl + url, { method, headers }, (answer) => {
      if (dropsNextResponse && headers['upload-complete'] === '?1') {
        dropsNextResponse = false
        outgoing.destroy()
        return
      }
      // On a reused connection, Chromium would repeat the request when it is cut.
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    const isIntact = await forwardBody(incoming, (bytes) => onward.write(bytes))
    if (isIntact) onward.end()
    else outgoing.destroy()
  }
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    photos,
    completePhotos: () => [...photos].filter(([sha256, bytes]) => sha256Of(bytes) === sha256).map(([, bytes]) => bytes),
    pauseAfter: (bytes) => (pauseAt = bytes),
    cut: () => cut.resolve(),
    dropLastResponse: () => (dropsNextResponse = true),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The SHA-256 of the photo that an upload request belongs to. */
function uploadedPhoto({ method, url = '' }: IncomingMessage): string | undefined {
  return method === 'PATCH' ? /^\/api\/photos\/([0-9a-f]{64})$/.exec(url)?.[1] : undefined
}
