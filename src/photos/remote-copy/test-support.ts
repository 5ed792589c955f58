import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'

import { createCertificate } from '../../mail/test-support-certificate.ts'

/** A web server on loopback with an image, redirects and failures. */
export interface WebServer extends AsyncDisposable {
  readonly port: number
  /** Requested paths and Host headers. */
  readonly requests: { readonly path: string; readonly host: string | undefined }[]
  /** Its certificate, if any. */
  readonly ca: string | undefined
}

const answers: Readonly<Record<string, (picture: Buffer, response: ServerResponse, request: IncomingMessage) => void>> =
  {
    '/picture': (picture, response) => response.end(picture),
    '/missing': (_, response) => response.writeHead(404).end(),
    '/page': (_, response) => response.end('<!doctype html>'),
    '/nothing': (_, response) => response.end(),
    '/loop': (_, response) => response.writeHead(302, { Location: '/loop' }).end(),
    '/no-location': (_, response) => response.writeHead(302).end(),
    '/silent': () => undefined,
    '/hangs-up': (_, response) => response.destroy(),
    '/switches': (_, { socket }) =>
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    '/cut': (picture, response) => {
      response.writeHead(200, { 'Content-Length': picture.length })
      response.write(picture.subarray(0, 100), () => response.destroy())
    },
    '/slow': (picture, response) => {
      const drip = setInterval(() => response.write(picture.subarray(0, 1)), 20)
      response.on('close', () => clearInterval(drip))
    },
    '/endless': (_, response) => {
      const megabyte = Buffer.alloc(1024 ** 2)
      const pour = () => {
        while (!response.destroyed && response.write(megabyte));
      }
      response.on('drain', pour)
      pour()
    },
  }

/** Serves a JPEG of 300 × 200 at `/picture`; `/to?<url>` redirects to the URL. */
export async function startWebServer({ isTls = false } = {}): Promise<WebServer> {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a05a3c' } })
    .jpeg()
    .toBuffer()
  const requests: { path: string; host: string | undefined }[] = []
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? ''
    requests.push({ path, host: request.headers.host })
    if (path.startsWith('/to?')) response.writeHead(302, { Location: decodeURIComponent(path.slice(4)) }).end()
    else answers[path]?.(picture, response, request)
  }
  const certificate = isTls ? createCertificate() : undefined
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    ca: certificate?.cert,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
