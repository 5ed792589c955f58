import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'

import { serve, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { createIdentity, verifyIdToken } from '@stockinette/identity'
import { toAddress, type Address } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

const { PORT = '9099', DATA_DIR = './accounts' } = process.env
const projectId = 'my-app'
mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })

const identity = await createIdentity({ dataDir: DATA_DIR, projectId, log: pino(), allowsAnyHost: true })

/** Who sends a request, by its ID token. */
async function readUser(request: Request) {
  const token = request.headers.get('Authorization')?.replace(/^Bearer /, '') ?? ''
  const rules = { keySet: identity.keySet, projectId, now: new Date(), clockToleranceSeconds: 30 }
  const user = await verifyIdToken(token, rules)
  return identity.openSessions.find(user) && user
}

/** Never from `Host`, which anyone can set: links in e-mails start with it. */
let origin = ''

async function answer(request: Request, address: Address): Promise<Response> {
  if (new URL(request.url).pathname !== '/me') return identity.fetch(request, { address, origin })
  const user = await readUser(request).catch(() => undefined)
  return user === undefined ? Response.json({ error: 'not signed in' }, { status: 401 }) : Response.json(user)
}

const fetch = (request: Request, { incoming }: HttpBindings | Http2Bindings) =>
  answer(request, toAddress(incoming.socket.remoteAddress))
serve({ fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }: AddressInfo) => {
  origin = `http://127.0.0.1:${port}`
  process.stdout.write(`connectAuthEmulator(auth, '${origin}')\n`)
})
