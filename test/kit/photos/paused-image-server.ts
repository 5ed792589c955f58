import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { drawPhoto } from './photos.ts'

/** A web server on loopback that holds its responses back until `release` is called. */
export interface PausedImageServer extends AsyncDisposable {
  /** The URL of an image of 300 by 250 pixels; a name that starts with `wide` has 400 by 250. */
  url(name: string): string
  /** Resolves at the first request. */
  readonly requested: Promise<void>
  /** Answers the pending requests and all later ones. */
  release(): void
}

/** Options of a shop that copies remote images and treats this machine as a part of the public web. */
export const allowLoopback = { script: 'test/kit/shop/shop-allowing-loopback.ts', env: { SHOP_COPY_PICTURES: 'on' } }

export async function startPausedImageServer(): Promise<PausedImageServer> {
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const images = await Promise.all([300, 400].map((width) => drawPhoto(width, 250).jpeg().toBuffer()))
  const server = createServer(async (request, response) => {
    requested.resolve()
    await released.promise
    response.end(images[request.url?.startsWith('/wide') === true ? 1 : 0])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}.jpg`,
    requested: requested.promise,
    release: released.resolve,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
