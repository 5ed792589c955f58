import { once } from 'node:events'
import { fdatasync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { serve } from '@hono/node-server'
import type { SyncFile } from '@stockinette/sqlite/wal-file.ts'
import { pino } from 'pino'

import { createAccess } from '../../../src/owners/access.ts'
import { createIdentityApi } from '../src/http/identity-api.ts'
import { createIdentity } from '../src/identity.ts'
import type { IdentityOptions } from '../src/identity.ts'
import { defaultSettings } from '../src/settings.ts'
import type { IdentitySettings } from '../src/settings.ts'

export const projectId = 'demo-shop'

/** A test, or a whole file of them. */
export type Owner = { after: (work: () => Promise<void>) => void }

/**
 * The identity service on loopback, as it stands in the shop.
 *
 * `logged` is every line of its log, `audited` every security event in it; `clock.aheadMs` is how far its clock is ahead
 * of ours. Limits count by that alone: nothing is given back while a test goes on.
 */
export async function serveIdentity(
  t: Owner,
  settings: Partial<IdentitySettings> = {},
  mailer?: IdentityOptions['mailer'],
  syncFile: SyncFile = promisify(fdatasync),
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-api-'))
  const logged: string[] = []
  const clock = { aheadMs: 0 }
  const protectedUids = new Set<string>()
  let signUps = 0
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const now = () => new Date(Date.now() + clock.aheadMs)

  const start = async (port: number) => {
    const monotonicNow = () => clock.aheadMs
    const options = {
      dataDir,
      projectId,
      log,
      mailer,
      now,
      monotonicNow,
      syncFile,
      isProtected: (uid: string) => protectedUids.has(uid),
      settings: { ...defaultSettings, ...settings },
    }
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
  const file = join(dataDir, 'identity.sqlite')
  const post = (path: string, body: string | URLSearchParams) =>
    fetch(`${origin}${path}?key=k`, { method: 'POST', body })
  return {
    origin,
    logged,
    clock,
    audited: () => logged.flatMap((line) => readEvent(line)?.audit ?? []),
    /** The same, each with why it was refused, if it was. */
    auditedWithReasons: () =>
      logged.flatMap((line) => {
        const event = readEvent(line)
        return event === undefined ? [] : [event.audit, event.reason].filter((word) => word !== undefined).join(' ')
      }),
    signUps: () => signUps,
    protectedUids,
    file,
    /** Changes accounts as nobody can from outside. */
    sql(statement: string): void {
      const database = new DatabaseSync(file)
      database.exec(statement)
      database.close()
    },
    identity: () => running.identity,
    identify: (idToken: string) => {
      const { keySet, openSessions: sessions } = running.identity
      return createAccess({ keySet, sessions, projectId, now }).identify(`Bearer ${idToken}`)
    },
    async restart() {
      await running.stop()
      running = await start(running.port)
    },
    get: (path: string) => fetch(`${origin}${path}?key=k`),
    post,
    /** Calls a method of Identity Toolkit past the client: `/v1/accounts:signUp`. */
    callToolkit: (path: string, fields: object) =>
      post(`/identitytoolkit.googleapis.com${path}`, JSON.stringify(fields)),
  }
}

export type Service = Awaited<ReturnType<typeof serveIdentity>>

function readEvent(line: string): { audit: string; reason?: string } | undefined {
  const event = JSON.parse(line) as { audit?: string; reason?: string }
  return event.audit === undefined ? undefined : { ...event, audit: event.audit }
}
