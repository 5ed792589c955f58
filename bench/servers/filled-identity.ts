import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { pino } from 'pino'

import { openService, type IdentityService } from '../../packages/identity/src/service.ts'
import { defaultSettings } from '../../packages/identity/src/settings.ts'
import { hashRefreshToken, newRefreshToken, newUid } from '../../packages/identity/src/tokens/secrets.ts'

/** An account whose address and tokens are known. */
export interface KnownAccount {
  readonly email: string
  readonly idToken: string
  readonly refreshToken: string
}

export interface FilledIdentity extends AsyncDisposable {
  readonly identity: IdentityService
  readonly known: readonly KnownAccount[]
  /** Calls a method by its name in `methods`. */
  readonly call: (name: string, fields: object) => Promise<Record<string, string>>
}

export const password = 'purl two together'
const client = { address: '192.0.2.1', origin: 'http://localhost' }
const fieldsOf = (email: string) => ({ email, password })
export const refreshOf = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken })

/** Not `/tmp`, which is often in memory: durable writes would cost nothing there. */
const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

/** Accounts are created over this time, as the tables are ordered by time. */
const yearMs = 365 * 24 * 3_600_000

/** Opens an identity service with this many accounts, each with an address and a session, and `known` more among them. */
export async function openFilledIdentity(accounts: number, known: number): Promise<FilledIdentity> {
  const dataDir = await mkdtemp(join(parent, 'identity-bench-'))
  const settings = { ...defaultSettings, isRateLimited: false }
  const clock = { behindMs: 0 }
  const now = () => new Date(Date.now() - clock.behindMs)
  const log = pino({ level: 'silent' })
  const identity = await openService({ dataDir, projectId: 'demo-shop', log, settings, now })
  const call: FilledIdentity['call'] = async (name, fields) => {
    const method = identity.methods.identitytoolkit.get(name) ?? identity.methods.securetoken.get(name)
    if (method === undefined) throw new Error(`Unknown method ${name}.`)
    return (await method(fields, client)) as Record<string, string>
  }
  fill(join(dataDir, 'identity.sqlite'), accounts)
  const people: KnownAccount[] = []
  for (let index = 0; index < known; index++) {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    clock.behindMs = (yearMs * index) / known
    const { refreshToken = '' } = await call('POST /v1/accounts:signUp', fieldsOf(email))
    clock.behindMs = 0
    const { id_token: idToken = '' } = await call('POST /v1/token', refreshOf(refreshToken))
    people.push({ email, idToken, refreshToken })
  }
  return {
    identity,
    known: people,
    call,
    async [Symbol.asyncDispose]() {
      await identity.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Writes accounts directly into the tables. */
function fill(file: string, accounts: number): void {
  const database = new DatabaseSync(file)
  const start = Date.now() - yearMs
  database.function('new_uid', (index) => newUid(new Date(start + (Number(index) * yearMs) / accounts)))
  database.function('new_session', (at) => hashRefreshToken(newRefreshToken(new Date(Number(at)))))
  database.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -500000;
    BEGIN;
    INSERT INTO accounts (uid, email, created_at, last_login_at, last_refresh_at, password_hash)
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${accounts})
    SELECT new_uid(n), lower(hex(randomblob(6))) || n || '@example.com', ${start} + n * ${yearMs} / ${accounts}, n, n,
      hex(randomblob(60)) FROM number;
    INSERT INTO refresh_tokens (hash, uid, sign_in_provider, signed_in_at, last_used_at)
    SELECT new_session(created_at), uid, 'password', created_at, created_at FROM accounts;
    COMMIT;
    PRAGMA optimize;
  `)
  database.close()
}
