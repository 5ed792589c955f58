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
import { jwtVerify } from 'jose'
import { pino } from 'pino'

import { createFetchHandler } from '../src/http/fetch-handler.ts'
import { openService, type IdentityService, type ServiceOptions } from '../src/service.ts'
import { defaultSettings, type IdentitySettings } from '../src/settings.ts'

export const projectId = 'demo-shop'

/** A test, or a file of tests. */
export type Owner = { after: (work: () => Promise<void>) => void }

/**
 * The identity service on loopback, as an application serves it.
 *
 * `logged` has every line of its log, `audited` every audit event. Its clock is `clock.aheadMs` ahead of the real one. Rate
 * limits only use that value, so they do not refill while a test runs.
 */
export async function serveIdentity(
  t: Owner,
  settings: Partial<IdentitySettings> = {},
  mailer?: ServiceOptions['mailer'],
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
    const identity = await openService(options)
    const handler = createFetchHandler(identity, { log })
    const answer = (request: Request) => {
      if (new URL(request.url).pathname.endsWith(':signUp')) signUps += 1
      return handler.fetch(request, { address: '127.0.0.1', origin: 'http://localhost' })
    }
    const server = serve({ fetch: answer, hostname: '127.0.0.1', port }) as Server
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
    /** Audit events, each followed by the reason of a refusal. */
    auditedWithReasons: () =>
      logged.flatMap((line) => {
        const event = readEvent(line)
        return event === undefined ? [] : [event.audit, event.reason].filter((word) => word !== undefined).join(' ')
      }),
    signUps: () => signUps,
    protectedUids,
    file,
    /** Changes the database directly. */
    sql(statement: string): void {
      const database = new DatabaseSync(file)
      database.exec(statement)
      database.close()
    },
    identity: () => running.identity,
    identify: async (idToken: string) => {
      try {
        return await identify(running.identity, idToken, now())
      } catch (cause) {
        throw Object.assign(new Error('Not signed in.', { cause }), { code: 'not-signed-in' })
      }
    },
    async restart() {
      await running.stop()
      running = await start(running.port)
    },
    get: (path: string) => fetch(`${origin}${path}?key=k`),
    post,
    /** Calls a method of Identity Toolkit without the client: `/v1/accounts:signUp`. */
    callToolkit: (path: string, fields: object) =>
      post(`/identitytoolkit.googleapis.com${path}`, JSON.stringify(fields)),
  }
}

/** Verifies an ID token as an application does. */
async function identify({ keySet, openSessions }: IdentityService, idToken: string, currentDate: Date) {
  const issuer = `https://securetoken.google.com/${projectId}`
  const { payload } = await jwtVerify<TokenClaims>(idToken, keySet, { issuer, audience: projectId, currentDate })
  const { sub: uid = '', sid, iat = 0, auth_time: signedInAt, firebase } = payload
  const signInProvider = firebase.sign_in_provider
  const times = { signedInAt: new Date(signedInAt * 1000), issuedAt: new Date(iat * 1000) }
  if (openSessions.find({ uid, sid, signInProvider, ...times }) === undefined) throw new Error('The session has ended.')
  return { uid, isAnonymous: signInProvider === 'anonymous' }
}

interface TokenClaims {
  readonly sid?: string
  readonly auth_time: number
  readonly firebase: { readonly sign_in_provider: string }
}

export type Service = Awaited<ReturnType<typeof serveIdentity>>

function readEvent(line: string): { audit: string; reason?: string } | undefined {
  const event = JSON.parse(line) as { audit?: string; reason?: string }
  return event.audit === undefined ? undefined : { ...event, audit: event.audit }
}
