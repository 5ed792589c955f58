import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'

import { defaultSettings } from '@stockinette/identity'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import { SignJWT, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from 'jose'

import { migrations } from '../../../packages/identity/src/storage/schema.ts'
import { caller, openIdentity, projectId, reclaim } from '../../../packages/identity/test/test-support-identity.ts'
import { createAccess } from '../access.ts'

/** A hundred sign-ins at once are more than an account may have. */
const settings = { ...defaultSettings, isRateLimited: false }
const stranger = { email: 'maker@example.com', password: 'a stranger’s', returnSecureToken: true }

type Tokens = { readonly localId: string; readonly idToken: string; readonly refreshToken: string }

/** The service on a folder of its own, with a clock that the test sets, and the API's own check of ID tokens. */
async function openInFolder(t: TestContext, clock = { now: Date.parse('2026-03-01T12:00:00.100Z') }) {
  const now = () => new Date(clock.now)
  const { call, identity, restart } = await openIdentity(t, { now, settings })
  const openAccess = () => {
    const { keySet, openSessions: sessions } = identity()
    return createAccess({ keySet, sessions, projectId, now })
  }
  let access = openAccess()
  return {
    clock,
    call,
    identify: (idToken: string) => access.identify(`Bearer ${idToken}`),
    identity,
    signUp: async (fields: object = {}) => (await call('POST /v1/accounts:signUp', fields)) as unknown as Tokens,
    signIn: async () => (await call('POST /v1/accounts:signInWithPassword', stranger)) as unknown as Tokens,
    refresh: (token: string) => call('POST /v1/token', { grant_type: 'refresh_token', refresh_token: token }),
    update: (fields: object) => call('POST /v1/accounts:update', { returnSecureToken: true, ...fields }),
    async restart(change?: (file: string) => void) {
      await restart(change)
      access = openAccess()
    },
  }
}

type Service = Awaited<ReturnType<typeof openInFolder>>

/** Each way in which a session ends, by what is done to the one of the given tokens. */
const ends: Readonly<Record<string, (service: Service, tokens: Tokens) => unknown>> = {
  'owner add': ({ identity }) => reclaim(identity(), stranger.email),
  revoke: ({ identity }, { localId }) => identity().administration.revokeTokens(localId),
  'signing out everywhere': ({ identity }, { localId }) => identity().endSessions(localId, caller),
  'a new password': async ({ update, signIn }) => update({ idToken: (await signIn()).idToken, password: 'another' }),
  'another address': async ({ update, signIn }) =>
    update({ idToken: (await signIn()).idToken, email: 'other@example.com' }),
  'revoking its refresh token': ({ call }, { idToken, refreshToken: token }) =>
    call('POST /v2/accounts:revokeToken', { idToken, token, providerId: 'x', tokenType: 'REFRESH_TOKEN' }),
  'a hundred newer ones': async ({ call, clock, identity }, { localId: uid }) => {
    clock.now += 1
    const token = await identity().administration.createCustomToken({ uid })
    for (let count = 0; count < 100; count++) await call('POST /v1/accounts:signInWithCustomToken', { token })
  },
}

/** Every method that takes an ID token. */
const methods: Readonly<Record<string, object>> = {
  'POST /v1/accounts:update': { password: 'mine again' },
  'POST /v1/accounts:lookup': {},
  'POST /v1/accounts:delete': {},
  'POST /v1/accounts:signUp': { email: 'x@example.com', password: 'mine again' },
  'POST /v1/accounts:signInWithEmailLink': { email: 'x@example.com', oobCode: 'x' },
  'POST /v1/accounts:sendOobCode': { requestType: 'VERIFY_EMAIL' },
  'POST /v2/accounts:revokeToken': { token: 'x' },
}

describe('an ID token', () => {
  for (const [way, end] of Object.entries(ends)) {
    it(`is refused from the millisecond in which its session ends: ${way}`, async (t) => {
      const service = await openInFolder(t)
      const tokens = await service.signUp(stranger)
      assert.equal((await service.identify(tokens.idToken)).uid, tokens.localId)
      service.clock.now += 400
      const { id_token: refreshed = '' } = await service.refresh(tokens.refreshToken)
      assert.equal((await service.identify(refreshed)).uid, tokens.localId)
      await end(service, tokens)
      for (const idToken of [tokens.idToken, refreshed]) {
        await assert.rejects(service.identify(idToken), { code: 'not-signed-in' })
        for (const [method, fields] of Object.entries(methods)) {
          await assert.rejects(service.call(method, { idToken, ...fields }), { code: 'TOKEN_EXPIRED' }, method)
        }
      }
    })
  }

  it('is refused once its account is deleted, even if a new account gets its uid', async (t) => {
    const service = await openInFolder(t)
    const { identity, identify } = service
    const signInAs = async () => {
      const token = await identity().administration.createCustomToken({ uid: 'mary' })
      return (await service.call('POST /v1/accounts:signInWithCustomToken', { token })) as unknown as Tokens
    }
    const { idToken } = await signInAs()
    await identify(idToken)
    await service.call('POST /v1/accounts:delete', { idToken })
    await assert.rejects(identify(idToken), { code: 'not-signed-in' })
    const again = await signInAs()
    await assert.rejects(identify(idToken), { code: 'not-signed-in' })
    assert.equal((await identify(again.idToken)).uid, 'mary')
  })

  it('of another session or another account stays valid', async (t) => {
    const service = await openInFolder(t)
    const { idToken, refreshToken: token } = await service.signUp(stranger)
    const others = [(await service.signIn()).idToken, (await service.signUp()).idToken]
    for (const other of others) await service.identify(other)
    await service.call('POST /v2/accounts:revokeToken', { idToken, token })
    for (const other of others) {
      await service.identify(other)
      await service.call('POST /v1/accounts:lookup', { idToken: other })
    }
  })

  it('a new one is issued to the session that changes the password', async (t) => {
    const service = await openInFolder(t)
    const { idToken } = await service.signUp(stranger)
    const { idToken: renewed = '' } = await service.update({ idToken, password: 'another' })
    await service.identify(renewed)
    await service.call('POST /v1/accounts:lookup', { idToken: renewed })
  })

  it('stays valid, or stays refused, after a restart', async (t) => {
    const service = await openInFolder(t)
    const { idToken, localId } = await service.signUp(stranger)
    const ended = await service.signUp()
    await service.identity().endSessions(ended.localId, caller)
    await service.restart()
    assert.equal((await service.identify(idToken)).uid, localId)
    await assert.rejects(service.identify(ended.idToken), { code: 'not-signed-in' })
  })

  it('is refused while its account is disabled', async (t) => {
    const service = await openInFolder(t)
    const { idToken } = await service.signUp(stranger)
    const disable = (disabled: 0 | 1) => (file: string) => {
      const database = new DatabaseSync(file)
      database.exec(`UPDATE accounts SET disabled = ${disabled}`)
      database.close()
    }
    await service.restart(disable(1))
    await assert.rejects(service.identify(idToken), { code: 'not-signed-in' })
    await assert.rejects(service.call('POST /v1/accounts:lookup', { idToken }), { code: 'USER_DISABLED' })
    await service.restart(disable(0))
    await service.identify(idToken)
  })
})

/** As a version left them whose tokens name no session: a folder, and such a token. */
async function goBackToTokensWithoutSid(service: Service, { idToken }: Tokens): Promise<string> {
  let privateJwk: JWK = {}
  await service.restart((file) => {
    const database = new DatabaseSync(file)
    database.exec(`ALTER TABLE accounts DROP COLUMN screen_name; ALTER TABLE accounts RENAME COLUMN is_kept TO has_made;
      ALTER TABLE accounts DROP COLUMN grant_id; DROP TABLE devices; DROP INDEX accounts_by_initial_email_at;
      ALTER TABLE accounts DROP COLUMN initial_email_at; ALTER TABLE one_time_codes DROP COLUMN is_by_administrator;
      PRAGMA user_version = 3;
      CREATE TABLE owners (uid TEXT PRIMARY KEY, email TEXT, since INTEGER, removed_at INTEGER)`)
    privateJwk = JSON.parse(
      String(database.prepare('SELECT private_jwk FROM signing_keys').get()?.['private_jwk']),
    ) as JWK
    database.close()
    openDatabase(file, migrations.slice(0, 3)).close()
  })
  const { sid, ...claims } = decodeJwt(idToken)
  const { kid = '' } = decodeProtectedHeader(idToken)
  assert.ok(sid)
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(await importJWK(privateJwk, 'RS256'))
}

describe('an ID token without sid, from an earlier version', () => {
  it('an upgrade signs nobody out: the token is refused as one of a replaced key, and its session continues', async (t) => {
    const service = await openInFolder(t)
    const tokens = await service.signUp(stranger)
    const idToken = await goBackToTokensWithoutSid(service, tokens)
    await assert.rejects(service.identify(idToken), { code: 'not-signed-in' })
    for (const [method, fields] of Object.entries(methods)) {
      await assert.rejects(service.call(method, { idToken, ...fields }), { code: 'busy' }, method)
    }
    const { id_token: refreshed = '' } = await service.refresh(tokens.refreshToken)
    assert.ok(decodeJwt(refreshed)['sid'])
    assert.equal((await service.identify(refreshed)).uid, tokens.localId)
    await service.call('POST /v1/accounts:lookup', { idToken: refreshed })
  })
})

describe('a custom token', () => {
  for (const way of ['owner add', 'revoke', 'signing out everywhere', 'a new password'] as const) {
    it(`ends with the sessions of its account: ${way}`, async (t) => {
      const service = await openInFolder(t)
      const { identity, clock } = service
      const tokens = await service.signUp(stranger)
      const create = () => identity().administration.createCustomToken({ uid: tokens.localId })
      const signIn = (token: string) => service.call('POST /v1/accounts:signInWithCustomToken', { token })
      const token = await create()
      await signIn(token)
      clock.now += 1
      await ends[way]?.(service, tokens)
      await assert.rejects(signIn(token), { code: 'INVALID_CUSTOM_TOKEN' })
      await signIn(await create())
    })
  }
})

describe('tokens of a replaced signing key', () => {
  it('are refused at once, cached ones too, and sessions continue', async (t) => {
    const service = await openInFolder(t)
    const { idToken, localId, refreshToken } = await service.signUp(stranger)
    const token = await service.identity().administration.createCustomToken({ uid: localId })
    await service.identify(idToken)
    await service.identity().administration.rotateKeys()
    await assert.rejects(service.identify(idToken), { code: 'not-signed-in' })
    for (const [method, fields] of Object.entries(methods)) {
      await assert.rejects(service.call(method, { idToken, ...fields }), { code: 'busy' }, method)
    }
    const signIn = service.call('POST /v1/accounts:signInWithCustomToken', { token })
    await assert.rejects(signIn, { code: 'INVALID_CUSTOM_TOKEN' })
    const { id_token: renewed = '' } = await service.refresh(refreshToken)
    assert.equal((await service.identify(renewed)).uid, localId)
    await service.call('POST /v1/accounts:lookup', { idToken: renewed })
  })

  it('are invalid when their session has ended or another key signed them', async (t) => {
    const service = await openInFolder(t)
    const { idToken, localId } = await service.signUp(stranger)
    const [header = '', payload = ''] = idToken.split('.')
    await service.identity().administration.rotateKeys()
    service.identity().administration.revokeTokens(localId)
    const strange = ['', '.', 'e30', payload.slice(1), Buffer.from('null').toString('base64url')]
    for (const forged of [idToken, ...strange.map((claims) => `${header}.${claims}.AAAA`)]) {
      const lookup = service.call('POST /v1/accounts:lookup', { idToken: forged })
      await assert.rejects(lookup, { code: 'INVALID_ID_TOKEN' }, forged)
    }
  })

  it('is verified again when its key is replaced during verification', async (t) => {
    const service = await openInFolder(t)
    const { idToken } = await service.signUp(stranger)
    const { administration, keySet, openSessions: sessions } = service.identity()
    const [looking, replaced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowly: typeof keySet = async (...asked) => {
      const key = await keySet(...asked)
      looking.resolve()
      await replaced.promise
      return key
    }
    const now = () => new Date(service.clock.now)
    const access = createAccess({ keySet: slowly, sessions, projectId, now })
    const identified = access.identify(`Bearer ${idToken}`)
    await looking.promise
    await administration.rotateKeys()
    replaced.resolve()
    await assert.rejects(identified, { code: 'not-signed-in' })
  })
})
