import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { drawPhoto } from './photos.ts'

/** A web server on loopback with pictures that it gives only when it may. */
export interface HeldPictures extends AsyncDisposable {
  /** The address of a picture, 300 by 250; one that starts with `wide` is 400 wide. */
  url(name: string): string
  /** Resolves once any of them is asked for. */
  readonly asked: Promise<void>
  /** What is asked for, and all after it, is given. */
  release(): void
}

/** What runs a shop to which this machine is a part of the public web, and its setting to copy pictures from there. */
export const nearWeb = { script: 'test/kit/shop/shop-allowing-loopback.ts', env: { SHOP_COPY_PICTURES: 'on' } }

export async function holdPictures(): Promise<HeldPictures> {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pictures = await Promise.all([300, 400].map((width) => drawPhoto(width, 250).jpeg().toBuffer()))
  const server = createServer(async (request, response) => {
    asked.resolve()
    await released.promise
    response.end(pictures[request.url?.startsWith('/wide') === true ? 1 : 0])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}.jpg`,
    asked: asked.promise,
    release: released.resolve,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
