import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

import { createPermissions } from '../../../src/owners/permissions.ts'
import { createPhotosApi } from '../../../src/photos/photos-api.ts'
import { openLibrary } from '../../../src/photos/test-support.ts'
import { openUploads } from '../../../src/photos/uploads.ts'
import type { Bindings } from '../../../src/web/bindings.ts'
import { noteClientAddress } from '../../../src/web/middleware/client-address.ts'
import { toErrorResponse } from '../../../src/web/middleware/error-response.ts'
import { createLimits } from '../../../src/web/shop-limits.ts'
import { noisyPhoto } from '../../../test/kit/photos/photos.ts'
import { sendPhoto } from './send-photo.ts'

const visitor = { uid: 'maker', verifiedEmail: undefined, isAnonymous: false, signInProvider: 'password' }
const owners = { has: async () => true, isClaimed: async () => true, list: async () => [] }
const checks = {
  access: { identify: async () => ({ ...visitor, signedInAt: new Date() }) },
  permissions: createPermissions({ owners, whoMayAdd: async () => 'anyone', isPreview: false }),
  limits: createLimits({ enabled: false }),
}

type Shop = Awaited<ReturnType<typeof openLibrary>>

/** Serves the API of photos as a process of the shop does, with uploads of its own. @returns its origin. */
async function serve(t: TestContext, { dataDir, library }: Shop, folder: string): Promise<string> {
  const uploads = await openUploads(join(dataDir, folder))
  const app = new Hono<Bindings>().use(noteClientAddress(0))
  app.route('/api/photos', createPhotosApi({ ...checks, photos: library, uploads }))
  app.onError((error) => toErrorResponse(error, () => {}, {}))
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Request extends RequestInit {
  readonly method: string
}

/**
 * What a browser has: `fetch` with paths, and the event `online`, which ends each wait after 20 ms.
 *
 * @returns the method of each request.
 */
function actAsBrowser(t: TestContext, answer: (path: string, request: Request) => Promise<Response>): string[] {
  const methods: string[] = []
  t.mock.method(globalThis, 'fetch', (path: string, request: Request) => {
    methods.push(request.method)
    return answer(path, request)
  })
  Object.assign(globalThis, { addEventListener: (_: string, end: () => void) => setTimeout(end, 20) })
  t.after(() => Reflect.deleteProperty(globalThis, 'addEventListener'))
  return methods
}

const { fetch } = globalThis

/** The options of `fetch` to send a body slowly. */
function slowly(body: Blob): object {
  const stream = async function* () {
    for (let start = 0; start < body.size; start += 8_192) {
      await wait(5)
      yield new Uint8Array(await body.slice(start, start + 8_192).arrayBuffer())
    }
  }
  return { body: ReadableStream.from(stream()), duplex: 'half' }
}

async function photoToSend() {
  const bytes = await noisyPhoto()
  return { blob: new Blob([new Uint8Array(bytes)]), sha256: createHash('sha256').update(bytes).digest('hex') }
}

function send(photo: Awaited<ReturnType<typeof photoToSend>>) {
  const options = { onWaiting: () => {}, onProgress: () => {}, onLastPart: () => {} }
  const { signal } = new AbortController()
  return sendPhoto({ idToken: async () => 'token' }, photo, { ...options, signal })
}

test('sendPhoto: two tabs that send the same photo at once both end, and none sends it whole', async (t) => {
  const origin = await serve(t, await openLibrary(t), 'uploads')
  const methods = actAsBrowser(t, async (path, { body, ...request }) => {
    if (body instanceof Blob) return fetch(origin + path, { ...request, ...slowly(body) })
    const response = await fetch(origin + path, request)
    await wait(30) // The other tab asks for the offset, too, before this one sends a part.
    return response
  })
  const photo = await photoToSend()
  const [one, other] = await Promise.all([send(photo), send(photo)])
  assert.deepEqual(one.id, other.id)
  assert.ok(methods.filter((method) => method === 'PATCH').length > 4, 'they interrupt each other')
  assert.ok(!methods.includes('PUT'))
})

test('sendPhoto: a proxy that cuts each part after 30 KB with an error does not end an upload', async (t) => {
  const origin = await serve(t, await openLibrary(t), 'uploads')
  const methods = actAsBrowser(t, async (path, request) => {
    const { body } = request
    if (!(body instanceof Blob) || body.size <= 30_000) return fetch(origin + path, request)
    const headers = new Headers(request.headers)
    headers.set('Upload-Complete', '?0')
    await fetch(origin + path, { ...request, headers, body: body.slice(0, 30_000) })
    return new Response(null, { status: 408 })
  })
  const photo = await photoToSend()
  assert.equal((await send(photo)).width, 640)
  assert.ok(methods.filter((method) => method === 'PATCH').length > 8)
})

test('sendPhoto: seven errors in a row without progress end an upload', async (t) => {
  const origin = await serve(t, await openLibrary(t), 'uploads')
  const methods = actAsBrowser(t, async (path, { body, ...request }) =>
    body instanceof Blob ? new Response(null, { status: 502 }) : fetch(origin + path, request),
  )
  await assert.rejects(send(await photoToSend()))
  assert.equal(methods.filter((method) => method === 'PATCH').length, 7)
})

test('sendPhoto: sends the photo whole if its parts reach different processes of the shop', async (t) => {
  const shop = await openLibrary(t)
  const origins = [await serve(t, shop, 'one'), await serve(t, shop, 'other')]
  let requests = 0
  const methods = actAsBrowser(t, (path, request) => fetch(`${origins[requests++ % 2]}${path}`, request))
  assert.equal((await send(await photoToSend())).width, 640)
  assert.equal(methods.at(-1), 'PUT')
})
