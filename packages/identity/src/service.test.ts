import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'

import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { pino } from 'pino'

import { openService, type IdentityService } from './service.ts'

const projectId = 'demo-shop'
const hourMs = 3_600_000
const client = { address: '127.0.0.1', origin: 'http://localhost' }

type Answer = Readonly<Record<string, string>>
/** A test, or the file itself. */
type Owner = { after: (work: () => Promise<void>) => void }
type Clock = { now: number }

/** Opens the service on a folder of its own; `restart` closes it and opens it again on the same one. */
async function openInFolder(t: Owner, clock: Clock = { now: Date.now() }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-'))
  const open = (project = projectId): Promise<IdentityService> =>
    openService({ dataDir, projectId: project, log: pino({ level: 'silent' }), now: () => new Date(clock.now) })
  let identity = await open()
  t.after(async () => {
    await identity.close()
    await rm(dataDir, { recursive: true })
  })
  const call = async (name: string, input: unknown): Promise<Answer> => {
    const method = identity.methods.identitytoolkit.get(name) ?? identity.methods.securetoken.get(name)
    assert.ok(method, `${name} is offered`)
    // As JSON, in which what is undefined is left out.
    return JSON.parse(JSON.stringify(await method(input, client))) as Answer
  }
  return {
    dataDir,
    revokeTokens: (uid: string) => identity.administration.revokeTokens(uid),
    file: join(dataDir, 'identity.sqlite'),
    call,
    signUp: () => call('POST /v1/accounts:signUp', { returnSecureToken: true }),
    lookup: (idToken: unknown) => call('POST /v1/accounts:lookup', { idToken }),
    refresh: (token: unknown) => call('POST /v1/token', { grant_type: 'refresh_token', refresh_token: token }),
    verify: (token = '') => jwtVerify(token, identity.keySet, { currentDate: new Date(clock.now) }),
    async restart(project?: string) {
      await identity.close()
      identity = await open(project)
    },
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
  it('creates an account with tokens for an hour', async (t) => {
    const clock = { now: Date.parse('2026-03-01T12:00:00.500Z') }
    const service = await openInFolder(t, clock)
    const { localId, idToken = '', refreshToken, expiresIn } = await service.signUp()
    assert.match(localId ?? '', /^[A-Za-z0-9]{28}$/)
    assert.match(refreshToken ?? '', /^[\da-z]{9}[\w-]{43}$/)
    assert.equal(expiresIn, '3600')
    const { kid, ...header } = decodeProtectedHeader(idToken)
    assert.deepEqual(header, { alg: 'RS256', typ: 'JWT' })
    assert.match(kid ?? '', /^[\w-]{43}$/)
    const second = Date.parse('2026-03-01T12:00:00Z') / 1000
    const { jti, sid, ...claims } = decodeJwt(idToken)
    assert.match(jti ?? '', /^[\da-f-]{36}$/)
    assert.match(String(sid), /^[\w-]{55}$/)
    assert.deepEqual(claims, {
      iss: 'https://securetoken.google.com/demo-shop',
      aud: 'demo-shop',
      sub: localId,
      user_id: localId,
      auth_time: second,
      iat: second,
      exp: second + 3600,
      provider_id: 'anonymous',
      firebase: { identities: {}, sign_in_provider: 'anonymous' },
    })
  })

  it('creates a new account each time', async (t) => {
    const service = await openInFolder(t)
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.signUp()))
    assert.equal(new Set(answers.map((answer) => answer['localId'])).size, 5)
    assert.equal(new Set(answers.map((answer) => answer['refreshToken'])).size, 5)
  })
})

describe('token', () => {
  it('returns a new ID token of the same sign-in and the same refresh token', async (t) => {
    const clock = { now: Date.now() }
    const service = await openInFolder(t, clock)
    const { localId, idToken = '', refreshToken } = await service.signUp()
    clock.now += 2 * hourMs
    await assert.rejects(service.lookup(idToken), { message: 'INVALID_ID_TOKEN' })
    const refreshed = await service.refresh(refreshToken)
    const { id_token: newToken = '', ...rest } = refreshed
    assert.deepEqual(rest, {
      access_token: newToken,
      expires_in: '3600',
      token_type: 'Bearer',
      refresh_token: refreshToken,
      user_id: localId,
      project_id: projectId,
    })
    assert.equal(decodeJwt(newToken)['auth_time'], decodeJwt(idToken)['auth_time'])
    assert.equal((await service.verify(newToken)).payload.sub, localId)
  })

  it('returns nothing if the session ends before its use is stored', async (t) => {
    const service = await openInFolder(t)
    const { localId = '', refreshToken } = await service.signUp()
    const refreshing = service.refresh(refreshToken)
    service.revokeTokens(localId)
    await assert.rejects(refreshing, { code: 'TOKEN_EXPIRED' })
  })

  it('records when the account was last used', async (t) => {
    const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
    const service = await openInFolder(t, clock)
    const { localId, refreshToken } = await service.signUp()
    clock.now += 3 * hourMs
    const { id_token: idToken } = await service.refresh(refreshToken)
    assert.deepEqual((await service.lookup(idToken))['users'], [
      {
        localId,
        createdAt: '1772366400000',
        lastLoginAt: '1772366400000',
        lastRefreshAt: '2026-03-01T15:00:00.000Z',
      },
    ])
  })
})

describe('delete', () => {
  it('removes the account and its sessions', async (t) => {
    const service = await openInFolder(t)
    const { idToken, refreshToken } = await service.signUp()
    const other = await service.signUp()
    await service.call('POST /v1/accounts:delete', { idToken })
    await assert.rejects(service.lookup(idToken), { message: 'USER_NOT_FOUND' })
    await assert.rejects(service.call('POST /v1/accounts:delete', { idToken }), { message: 'USER_NOT_FOUND' })
    await assert.rejects(service.refresh(refreshToken), { message: 'TOKEN_EXPIRED' })
    assert.equal((await service.refresh(other['refreshToken']))['user_id'], other['localId'])
  })
})

/** Method, fields, and the answer. */
const refusals: readonly [name: string, input: unknown, message: string | RegExp][] = [
  ['accounts:signUp', { tenantId: 'x' }, 'UNSUPPORTED_TENANT_OPERATION'],
  ['accounts:signUp', { email: { $ne: null } }, /^INVALID_ARGUMENT : email: /],
  ['accounts:signUp', [], /^INVALID_ARGUMENT : /],
  ['accounts:signUp', null, /^INVALID_ARGUMENT : /],
  ['accounts:signUp', 'x', /^INVALID_ARGUMENT : /],
  ['accounts:lookup', {}, 'MISSING_ID_TOKEN'],
  ['accounts:lookup', { idToken: null }, 'MISSING_ID_TOKEN'],
  ['accounts:lookup', { idToken: '' }, 'MISSING_ID_TOKEN'],
  ['accounts:lookup', { localId: ['x'] }, 'MISSING_ID_TOKEN'],
  ['accounts:lookup', { idToken: 'x' }, 'INVALID_ID_TOKEN'],
  ['accounts:lookup', { idToken: 'x.y.z' }, 'INVALID_ID_TOKEN'],
  ['accounts:lookup', { idToken: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' }, 'INVALID_ID_TOKEN'],
  ['accounts:lookup', { idToken: 5 }, /^INVALID_ARGUMENT : idToken: /],
  ['accounts:delete', {}, 'MISSING_ID_TOKEN'],
  ['accounts:delete', { localId: 'x' }, 'MISSING_ID_TOKEN'],
  ['accounts:delete', { idToken: 'x' }, 'INVALID_ID_TOKEN'],
  ['token', {}, 'MISSING_GRANT_TYPE'],
  ['token', { grant_type: 'password', refresh_token: 'x' }, 'INVALID_GRANT_TYPE'],
  ['token', { grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
  ['token', { grant_type: 'refresh_token', refresh_token: '' }, 'MISSING_REFRESH_TOKEN'],
  ['token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'INVALID_REFRESH_TOKEN'],
  ['token', { grant_type: 'refresh_token', refresh_token: `${'x'.repeat(43)}\n` }, 'INVALID_REFRESH_TOKEN'],
  ['token', { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) }, 'TOKEN_EXPIRED'],
]

describe('an invalid request', () => {
  const opening = openInFolder({ after })

  for (const [name, input, message] of refusals) {
    it(`is refused with an error code: ${name} ${JSON.stringify(input)}`, async () => {
      const service = await opening
      await assert.rejects(service.call(`POST /v1/${name}`, input), { name: 'IdentityError', message })
    })
  }
})

describe('an ID token', () => {
  it('is refused after its payload was changed', async (t) => {
    const service = await openInFolder(t)
    const { idToken = '' } = await service.signUp()
    const { localId } = await service.signUp()
    const [header, , signature] = idToken.split('.')
    const payload = Buffer.from(JSON.stringify({ ...decodeJwt(idToken), sub: localId })).toString('base64url')
    const forged = [header, payload, signature].join('.')
    await assert.rejects(service.lookup(forged), { message: 'INVALID_ID_TOKEN' })
    await assert.rejects(service.call('POST /v1/accounts:delete', { idToken: forged }), { message: 'INVALID_ID_TOKEN' })
  })

  it('is refused if it belongs to another project', async (t) => {
    const service = await openInFolder(t)
    const { idToken } = await service.signUp()
    await service.restart('another-shop')
    await assert.rejects(service.lookup(idToken), { message: 'INVALID_ID_TOKEN' })
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

  it('publishes only its public half', async (t) => {
    const service = await openInFolder(t)
    const { idToken } = await service.signUp()
    const { key } = await service.verify(idToken)
    assert.equal((key as CryptoKey).type, 'public')
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
