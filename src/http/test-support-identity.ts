import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { serve } from '@hono/node-server'
import { deleteApp, initializeApp } from 'firebase/app'
import { connectAuthEmulator, inMemoryPersistence, initializeAuth } from 'firebase/auth'
import type { Auth } from 'firebase/auth'
import { pino } from 'pino'

import { createIdentity } from '../identity/identity.ts'
import { defaultSettings } from '../identity/settings.ts'
import type { IdentitySettings } from '../identity/settings.ts'
import { createIdentityApi } from './identity-api.ts'

/** A test, or the file itself. */
type Owner = { after: (work: () => Promise<void>) => void }

export const projectId = 'demo-shop'

/** The identity service on loopback, as it stands in the shop. */
export async function serveIdentity(t: Owner, settings: Partial<IdentitySettings> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-'))
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const identity = await createIdentity({ dataDir, projectId, log, settings: { ...defaultSettings, ...settings } })
  const toClient = () => ({ address: '127.0.0.1', origin: 'http://localhost' })
  const api = createIdentityApi(identity, { log, toClient })
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 }) as Server
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
    await identity.close()
    await rm(dataDir, { recursive: true })
  })
  return {
    origin,
    identity,
    /** Every line of the log. */
    logged,
    /** The audit so far: each event, and why if the answer was no. */
    audit: () => logged.flatMap(readEvent),
    /** Changes accounts as another way to sign in would. */
    sql(statement: string): void {
      const database = new DatabaseSync(join(dataDir, 'identity.sqlite'))
      database.exec(statement)
      database.close()
    },
    post: (path: string, body: object) =>
      fetch(`${origin}/identitytoolkit.googleapis.com${path}?key=k`, { method: 'POST', body: JSON.stringify(body) }),
  }
}

function readEvent(line: string): string[] {
  const { audit, reason } = JSON.parse(line) as { audit?: string; reason?: string }
  return audit === undefined ? [] : [reason === undefined ? audit : `${audit} ${reason}`]
}

let browsers = 0

/** The official client, unmodified. */
export function openClient(t: Owner, origin: string): Auth {
  const app = initializeApp({ apiKey: 'k', projectId }, `client ${++browsers}`)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, origin, { disableWarnings: true })
  t.after(() => deleteApp(app))
  return auth
}
