import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { serve } from '@hono/node-server'
import { deleteApp, initializeApp } from 'firebase/app'
import { connectAuthEmulator, createUserWithEmailAndPassword, inMemoryPersistence, initializeAuth } from 'firebase/auth'
import type { Auth } from 'firebase/auth'
import { pino } from 'pino'

import { createAccess } from '../access/access.ts'
import { createIdentity } from '../identity/identity.ts'
import type { IdentityOptions } from '../identity/identity.ts'
import { defaultSettings } from '../identity/settings.ts'
import type { IdentitySettings } from '../identity/settings.ts'
import { createIdentityApi } from './identity-api.ts'

const projectId = 'demo-shop'

/** A test, or a whole file of them. */
export type Owner = { after: (work: () => Promise<void>) => void }

/**
 * The identity service on loopback, as it stands in the shop.
 *
 * `logged` is every line of its log, `audited` every security event in it; `clock.aheadMs` is how far its clock is ahead
 * of ours.
 */
export async function serveIdentity(
  t: Owner,
  settings: Partial<IdentitySettings> = {},
  mailer?: IdentityOptions['mailer'],
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-api-'))
  const logged: string[] = []
  const clock = { aheadMs: 0 }
  let signUps = 0
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const now = () => new Date(Date.now() + clock.aheadMs)

  const start = async (port: number) => {
    const options = { dataDir, projectId, log, mailer, now, settings: { ...defaultSettings, ...settings } }
    const identity = await createIdentity(options)
    const api = createIdentityApi(identity, {
      log,
      toClient: () => ({ address: '127.0.0.1', origin: 'http://localhost' }),
      limitSignUps: async () => void (signUps += 1),
    })
    const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port }) as Server
    await once(server, 'listening')
    const stop = async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await identity.close()
    }
    return { identity, port: (server.address() as AddressInfo).port, stop }
  }

  let running = await start(0)
  t.after(async () => {
    await running.stop()
    await rm(dataDir, { recursive: true })
  })
  const origin = `http://127.0.0.1:${running.port}`
  return {
    origin,
    logged,
    clock,
    audited: () => logged.flatMap((line) => (JSON.parse(line) as { audit?: string }).audit ?? []),
    signUps: () => signUps,
    file: join(dataDir, 'identity.sqlite'),
    identify: (idToken: string) =>
      createAccess({ keySet: running.identity.keySet, projectId, now }).identify(`Bearer ${idToken}`),
    async restart() {
      await running.stop()
      running = await start(running.port)
    },
    get: (path: string) => fetch(`${origin}${path}?key=k`),
    post: (path: string, body: string | URLSearchParams) => fetch(`${origin}${path}?key=k`, { method: 'POST', body }),
  }
}

export type Service = Awaited<ReturnType<typeof serveIdentity>>

let browsers = 0

/**
 * The official client, unmodified, as a browser has it. Opening a page again starts the client anew on what the browser
 * has stored, which makes it look up its user.
 */
export function openBrowser(t: Owner, origin: string) {
  const name = `browser ${++browsers}`
  const openPage = () => {
    const app = initializeApp({ apiKey: 'k', projectId }, name)
    const auth = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(auth, origin, { disableWarnings: true })
    return { app, auth }
  }
  let page = openPage()
  t.after(() => deleteApp(page.app))
  return {
    auth: page.auth,
    /** Who is signed in on the page once it is there again. */
    async openPageAgain(): Promise<Auth> {
      await deleteApp(page.app)
      page = openPage()
      await page.auth.authStateReady()
      return page.auth
    },
  }
}

let visitors = 0

/** Somebody at a service that others use, too, with an address of their own that nobody has yet. */
export function openVisitor(t: Owner, service: Service) {
  const before = service.audited().length
  t.after(async () => {
    service.clock.aheadMs = 0
  })
  return {
    service,
    auth: openBrowser(t, service.origin).auth,
    email: `mary${++visitors}@example.com`,
    /** The security events of this test. */
    audited: () => service.audited().slice(before),
  }
}

export const password = 'purl two together'

/** Mary, who has signed up with her address and {@link password}. */
export async function openMary(t: Owner, service: Service) {
  const visitor = openVisitor(t, service)
  const { user } = await createUserWithEmailAndPassword(visitor.auth, visitor.email, password)
  return { ...visitor, user }
}

/** What the client says no with. */
export const code = (name: string) => ({ code: `auth/${name}` })
