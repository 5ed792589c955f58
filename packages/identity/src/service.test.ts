import assert from 'node:assert/strict'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'

import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'

import { openIdentity, type Owner } from '../test/test-support-identity.ts'

const hourMs = 3_600_000

/** The service on a folder of its own, with a clock that the test sets. */
async function openInFolder(t: Owner, clock = { now: Date.now() }) {
  const service = await openIdentity(t, { now: () => new Date(clock.now) })
  const { call, identity } = service
  return {
    ...service,
    signUp: () => call('POST /v1/accounts:signUp', { returnSecureToken: true }),
    refresh: (token: unknown) => call('POST /v1/token', { grant_type: 'refresh_token', refresh_token: token }),
    verify: (token = '') => jwtVerify(token, identity().keySet, { currentDate: new Date(clock.now) }),
  }
}

function countKeys(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare('SELECT count(*) AS keys FROM signing_keys').get()?.['keys']
  } finally {
    database.close()
  }
}

describe('signUp: anonymously', () => {
  it('returns a uid, a refresh token and an ID token with ids of their formats', async (t) => {
    const { localId, refreshToken, idToken = '' } = await (await openInFolder(t)).signUp()
    const { kid } = decodeProtectedHeader(idToken)
    const { jti, sid } = decodeJwt(idToken)
    assert.match(localId ?? '', /^[A-Za-z0-9]{28}$/)
    assert.match(refreshToken ?? '', /^[\da-z]{9}[\w-]{43}$/)
    assert.match(kid ?? '', /^[\w-]{43}$/)
    assert.match(jti ?? '', /^[\da-f-]{36}$/)
    assert.match(String(sid), /^[\w-]{55}$/)
  })
})

describe('token', () => {
  it('returns nothing if the session ends before its use is stored', async (t) => {
    const service = await openInFolder(t)
    const { localId = '', refreshToken } = await service.signUp()
    const refreshing = service.refresh(refreshToken)
    service.identity().administration.revokeTokens(localId)
    await assert.rejects(refreshing, { code: 'TOKEN_EXPIRED' })
  })

  it('issue: a sign-in while the clock was ahead counts as just now', async (t) => {
    const clock = { now: Date.parse('2026-04-01T12:00:00Z') }
    const service = await openInFolder(t, clock)
    const { refreshToken } = await service.signUp()
    clock.now = Date.parse('2026-03-01T12:00:00Z')
    const { id_token: idToken } = await service.refresh(refreshToken)
    const { auth_time: signedInAt, iat } = (await service.verify(idToken)).payload
    assert.deepEqual([signedInAt, iat], [clock.now / 1000, clock.now / 1000])
  })

  it('records when the account was last used', async (t) => {
    const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
    const service = await openInFolder(t, clock)
    const { localId, refreshToken } = await service.signUp()
    clock.now += 3 * hourMs
    const { id_token: idToken } = await service.refresh(refreshToken)
    assert.deepEqual((await service.call('POST /v1/accounts:lookup', { idToken }))['users'], [
      {
        localId,
        createdAt: '1772366400000',
        lastLoginAt: '1772366400000',
        lastRefreshAt: '2026-03-01T15:00:00.000Z',
      },
    ])
  })
})

describe('the signing key', () => {
  it('is created in the background at the first start, and the first token waits for it', async (t) => {
    const service = await openInFolder(t)
    assert.equal(countKeys(service.file), 0)
    await service.signUp()
    assert.equal(countKeys(service.file), 1)
  })

  it('is created once: tokens remain valid after a restart', async (t) => {
    const service = await openInFolder(t)
    const { idToken, refreshToken, localId } = await service.signUp()
    await service.restart()
    assert.equal((await service.verify(idToken)).payload.sub, localId)
    assert.equal((await service.refresh(refreshToken))['user_id'], localId)
    assert.equal(countKeys(service.file), 1)
  })

  it('is stored when the service closes while it is being created', async (t) => {
    const service = await openInFolder(t)
    await service.restart()
    assert.equal(countKeys(service.file), 1)
  })

  it('is created again if it could not be stored', async (t) => {
    const service = await openInFolder(t)
    const otherProgram = new DatabaseSync(service.file)
    otherProgram.exec('BEGIN IMMEDIATE')
    await assert.rejects(service.verify('eyJhbGciOiJSUzI1NiJ9.e30.AAAA'), { code: 'storage-unavailable' })
    otherProgram.exec('ROLLBACK')
    otherProgram.close()
    const { idToken, localId } = await service.signUp()
    assert.equal((await service.verify(idToken)).payload.sub, localId)
  })
})

describe('the data folder', () => {
  it('is readable by its own user only', async (t) => {
    const service = await openInFolder(t)
    await service.signUp()
    const names = await readdir(service.dataDir)
    assert.ok(names.includes('identity.sqlite-wal'))
    const modes = await Promise.all(names.map(async (name) => (await stat(join(service.dataDir, name))).mode & 0o777))
    assert.deepEqual(
      modes,
      names.map(() => 0o600),
      names.join(),
    )
  })

  it('contains no usable token', async (t) => {
    const service = await openInFolder(t)
    const { idToken = '', refreshToken = '', localId = '' } = await service.signUp()
    await service.refresh(refreshToken)
    const readAll = async (): Promise<Buffer> => {
      const names = await readdir(service.dataDir)
      return Buffer.concat(await Promise.all(names.map((name) => readFile(join(service.dataDir, name)))))
    }
    const whileOpen = await readAll()
    await service.restart()
    for (const bytes of [whileOpen, await readAll()]) {
      assert.ok(bytes.includes(localId), 'the account is in these bytes')
      const secret = refreshToken.slice(9)
      assert.ok(bytes.includes(refreshToken.slice(0, 9)), 'when it was made is in these bytes')
      assert.ok(!bytes.includes(secret))
      assert.ok(!bytes.includes(Buffer.from(secret, 'base64url')))
      assert.ok(!bytes.includes(idToken.slice(-40)))
    }
  })
})
