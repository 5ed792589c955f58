import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { serve } from '@hono/node-server'
import { toAddress } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

import { defaultSettings, type IdentitySettings } from '../src/application.ts'
import { createTestHandler, openTestService, type TestService } from '../src/emulator/test-identity.ts'
import { createFetchHandler } from '../src/http/fetch-handler.ts'
import { openService, type IdentityService, type ServiceOptions } from '../src/service.ts'
import { verifyIdToken } from '../src/tokens/verify-id-token.ts'

export const projectId = 'demo-shop'
export const caller = { address: toAddress('127.0.0.1'), origin: 'http://localhost' }

/** A test, or a file of tests. */
export type Owner = { after: (work: () => Promise<void>) => void }

export type IdentityTestOptions = Partial<ServiceOptions> & { readonly isTestMode?: boolean }

/** The identity service on a folder of its own, without HTTP. */
export async function openIdentity(t: Owner, { isTestMode = false, ...options }: IdentityTestOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-'))
  const file = join(dataDir, 'identity.sqlite')
  const serviceOptions = { dataDir, projectId, log: pino({ level: 'silent' }), ...options }
  const open = (): Promise<IdentityService> =>
    isTestMode ? openTestService(serviceOptions) : openService(serviceOptions)
  let identity = await open()
  t.after(async () => {
    await identity.close()
    await rm(dataDir, { recursive: true })
  })
  return {
    dataDir,
    file,
    identity: () => identity,
    /** Calls a method, such as `POST /v1/accounts:signUp`. */
    call: async (name: string, input: unknown): Promise<Readonly<Record<string, string>>> => {
      const { identitytoolkit, securetoken } = identity.methods
      const method = identitytoolkit.get(name) ?? securetoken.get(name)
      assert.ok(method, `${name} is offered`)
      // As JSON, in which what is undefined is left out.
      return JSON.parse(JSON.stringify(await method(input, caller))) as Record<string, string>
    },
    /** Closes the service and opens it again on the same folder. */
    restart: async (change: (file: string) => void = () => {}) => {
      await identity.close()
      change(file)
      identity = await open()
    },
  }
}

/**
 * The identity service on loopback, as an application serves it.
 *
 * `logged` has every line of its log, `audited` every audit event. Its clock is `clock.aheadMs` ahead of the real one. Rate
 * limits only use that value, so they do not refill while a test runs.
 */
export async function serveIdentity(
  t: Owner,
  settings: Partial<IdentitySettings> = {},
  options: Pick<IdentityTestOptions, 'isTestMode' | 'mailer' | 'syncFile'> = {},
) {
  const logged: string[] = []
  const clock = { aheadMs: 0 }
  const protectedUids = new Set<string>()
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const now = () => new Date(Date.now() + clock.aheadMs)
  const { identity, file } = await openIdentity(t, {
    log,
    now,
    monotonicNow: () => clock.aheadMs,
    isProtected: (uid) => protectedUids.has(uid),
    settings: { ...defaultSettings, ...settings },
    ...options,
  })
  const handler = options.isTestMode
    ? createTestHandler(identity() as TestService, { log })
    : createFetchHandler(identity(), { log })
  const server = serve({ fetch: (request) => handler.fetch(request, caller), hostname: '127.0.0.1', port: 0 }) as Server
  await once(server, 'listening')
  t.after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = (path: string, body: string | URLSearchParams) =>
    fetch(`${origin}${path}?key=k`, { method: 'POST', body })
  const callToolkit = (path: string, fields: object) =>
    post(`/identitytoolkit.googleapis.com${path}`, JSON.stringify(fields))
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
    protectedUids,
    file,
    /** Changes the database directly. */
    sql(statement: string): void {
      using database = new DatabaseSync(file)
      database.exec(statement)
    },
    identity,
    identify: async (idToken: string) => {
      try {
        return await identify(identity(), idToken, now())
      } catch (cause) {
        throw Object.assign(new Error('Not signed in.', { cause }), { code: 'not-signed-in' })
      }
    },
    get: (path: string) => fetch(`${origin}${path}?key=k`),
    post,
    /** Calls a method of Identity Toolkit without the client: `/v1/accounts:signUp`. */
    callToolkit,
    /** Calls a method of accounts without the client, such as `signUp`. */
    call: async (method: string, fields: object) => {
      const response = await callToolkit(`/v1/accounts:${method}`, fields)
      return { status: response.status, answer: (await response.json()) as Answer }
    },
    /** Asks for a new ID token without the client. */
    refresh: (refreshToken: string) =>
      post(
        '/securetoken.googleapis.com/v1/token',
        new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      ),
  }
}

/** Verifies an ID token as an application does. */
async function identify({ keySet, openSessions }: IdentityService, idToken: string, now: Date) {
  const token = await verifyIdToken(idToken, { keySet, projectId, now, clockToleranceSeconds: 30 })
  if (openSessions.find(token) === undefined) throw new Error('The session has ended.')
  return { uid: token.uid, isAnonymous: token.signInProvider === 'anonymous' }
}

/** The response of a method, as JSON. */
export type Answer = Readonly<Record<string, unknown>> & { readonly error?: { readonly message: string } }

export type Service = Awaited<ReturnType<typeof serveIdentity>>

function readEvent(line: string): { audit: string; reason?: string } | undefined {
  const event = JSON.parse(line) as { audit?: string; reason?: string }
  return event.audit === undefined ? undefined : { ...event, audit: event.audit }
}

/**
 * Reclaims the account of an e-mail address for its owner, as an application does, and creates the account if needed.
 *
 * @returns the account, and the link that sets its password.
 */
export function reclaim(
  { administration }: Pick<IdentityService, 'administration'>,
  email: string,
  origin = 'http://localhost',
) {
  const account = administration.findAccount(email) ?? administration.createAccount(email)
  administration.reclaimAccount(account.uid, { owner: true })
  const link = administration.createPasswordLink(account, { origin, continueUrl: `${origin}/` })
  return { ...account, link }
}
