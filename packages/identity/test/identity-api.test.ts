import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

import { pino } from 'pino'

import { createIdentity } from '../src/index.ts'
import { serveIdentity } from './test-support-identity.ts'

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'
const token = '/securetoken.googleapis.com/v1/token'

const logged: string[] = []
const log = pino({}, { write: (line: string) => void logged.push(line) })
/** pino's levels of errors and worse. */
const faults = () => logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
const dataDir = await mkdtemp(join(tmpdir(), 'identity-api-'))
const identity = await createIdentity({ dataDir, projectId: 'demo-shop', log, monotonicNow: () => 0 })
const request = (path: string, init?: RequestInit & { duplex?: 'half' }, address = '127.0.0.1') =>
  identity.fetch(new Request(`http://localhost${path}`, init), { address, origin: 'http://localhost' })

after(async () => {
  await identity.close()
  await rm(dataDir, { recursive: true })
})

type Problem = { error: { code: number; message: string; errors?: unknown; status?: string } }

async function readProblem(answer: Response): Promise<Problem['error']> {
  const { error } = (await answer.json()) as Problem
  assert.equal(error.code, answer.status)
  return error
}

async function post(path: string, body: string | ReadableStream): Promise<Response> {
  return request(`${path}?key=k`, { method: 'POST', body, duplex: 'half' })
}

/** What nobody should send, and what it is answered. */
const malformed: readonly [path: string, body: string, message: RegExp][] = [
  [`${toolkit}:signUp`, '{', /^INVALID_ARGUMENT : /],
  [`${toolkit}:signUp`, 'returnSecureToken=true', /^INVALID_ARGUMENT : /],
  [`${toolkit}:signUp`, '{"a":1}{"b":2}', /^INVALID_ARGUMENT : /],
  [`${toolkit}:signUp`, '\u0000', /^INVALID_ARGUMENT : /],
  [`${toolkit}:signUp`, '[]', /^INVALID_ARGUMENT : /],
  [`${toolkit}:signUp`, 'null', /^INVALID_ARGUMENT : /],
  [`${toolkit}:signUp`, '"text"', /^INVALID_ARGUMENT : /],
  [`${toolkit}:signUp`, '['.repeat(60_000), /^INVALID_ARGUMENT : /],
  [`${toolkit}:lookup`, '', /^MISSING_ID_TOKEN$/],
  [`${toolkit}:lookup`, '{"idToken":{}}', /^INVALID_ARGUMENT : idToken: /],
  [`${toolkit}:lookup`, '{"idToken":"eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."}', /^INVALID_ID_TOKEN$/],
  [token, '', /^MISSING_GRANT_TYPE$/],
  [token, '{"grant_type":"refresh_token"}', /^MISSING_REFRESH_TOKEN$/],
  [token, ' {"grantType":"refresh_token","refreshToken":"x"}', /^INVALID_REFRESH_TOKEN$/],
  [token, '{"grantType":"refresh_token"', /^INVALID_ARGUMENT : /],
  [token, '[{"grantType":"refresh_token"}]', /^MISSING_GRANT_TYPE$/],
  [token, 'grant_type=refresh_token&refresh_token=%00', /^INVALID_REFRESH_TOKEN$/],
  [token, `grant_type=refresh_token&refresh_token=${'x'.repeat(43)}`, /^TOKEN_EXPIRED$/],
]

describe('a malformed request', () => {
  for (const [path, body, message] of malformed) {
    it(`is refused in the protocol's own shape: ${path.slice(1, 60)} ${JSON.stringify(body.slice(0, 50))}`, async () => {
      const error = await readProblem(await post(path, body))
      assert.equal(error.code, 400)
      assert.match(error.message, message)
      assert.deepEqual(error.errors, [{ message: error.message, reason: 'invalid', domain: 'global' }])
    })
  }

  it('is no fault of ours when it breaks off: nothing is logged', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('aborted')),
    })
    assert.equal((await readProblem(await post(`${toolkit}:signUp`, body))).code, 400)
    assert.deepEqual(faults(), [])
  })
})

const tooLarge = 'x'.repeat(64 * 1024 + 1)

/** As it is sent: in one piece whose length is said ahead, or piece by piece. */
const sentAs: readonly [what: string, toBody: () => string | ReadableStream][] = [
  ['as long as it claims', () => tooLarge],
  ['of a length that it does not tell', () => ReadableStream.from([Buffer.from(tooLarge)])],
]

describe('a body that is too large', () => {
  for (const path of [`${toolkit}:signUp`, token]) {
    for (const [what, toBody] of sentAs) {
      it(`is refused in the protocol's own shape, ${what}: ${path}`, async (t) => {
        const { origin } = await serveIdentity(t)
        const answer = await fetch(`${origin}${path}?key=k`, { method: 'POST', body: toBody(), duplex: 'half' })
        assert.equal(answer.headers.get('Connection'), 'close', 'what is left of it is not read')
        const { code, message, errors } = await readProblem(answer)
        assert.equal(code, 400)
        assert.match(message, /^INVALID_ARGUMENT : .*64 KB/)
        assert.deepEqual(errors, [{ message, reason: 'invalid', domain: 'global' }])
      })
    }
  }
})

/** Methods of the protocol that are not offered, and what only looks like one. */
const notOffered = [
  ['POST', `${toolkit}:signInWithGameCenter`],
  ['POST', `${toolkit}:signup`],
  ['GET', `${toolkit}:signUp`],
  ['OPTIONS', `${toolkit}:signUp`],
  ['POST', '/identitytoolkit.googleapis.com/v1/token'],
  ['POST', '/identitytoolkit.googleapis.com'],
  ['POST', '/identitytoolkit.googleapis.com/__proto__'],
  ['DELETE', token],
] as const

describe('a method that is not offered', () => {
  for (const [method, path] of notOffered) {
    it(`is said to be not implemented: ${method} ${path}`, async () => {
      const { code, status } = await readProblem(await request(`${path}?key=k`, { method }))
      assert.deepEqual([code, status], [501, 'NOT_IMPLEMENTED'])
    })
  }
})

describe('an API key', () => {
  for (const [method, path] of [
    ['POST', `${toolkit}:signUp`],
    ['POST', `${toolkit}:signUp?key=`],
    ['GET', '/identitytoolkit.googleapis.com/v2/passwordPolicy'],
    ['POST', token],
  ] as const) {
    it(`is missing: 403 PERMISSION_DENIED, as Google answers: ${method} ${path}`, async () => {
      const answer = await request(path, { method })
      const message = 'The request is missing a valid API key.'
      const errors = [{ message, reason: 'forbidden', domain: 'global' }]
      assert.deepEqual(await readProblem(answer), { code: 403, message, errors, status: 'PERMISSION_DENIED' })
    })
  }

  it('may stand in a header', async () => {
    const headers = { 'X-Goog-Api-Key': 'k' }
    assert.equal((await request(`${toolkit}:signUp`, { method: 'POST', headers })).status, 200)
  })

  it('is not needed to read the public keys', async () => {
    const path = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
    assert.equal((await request(path)).status, 200)
  })
})

describe('a refresh in JSON, with the names that the clients for C++ and iOS send', () => {
  it('is answered as a form is', async () => {
    const signedUp = (await (await post(`${toolkit}:signUp`, '{}')).json()) as { refreshToken: string }
    const body = JSON.stringify({ grantType: 'refresh_token', refreshToken: signedUp.refreshToken })
    const answer = await post(token, body)
    assert.equal(answer.status, 200)
    assert.equal(((await answer.json()) as Record<string, unknown>)['refresh_token'], signedUp.refreshToken)
  })
})

describe('too many sign-ups', () => {
  const address = '203.0.113.7'
  const signUp = () => request(`${toolkit}:signUp?key=k`, { method: 'POST', body: '{' }, address)

  it('are refused in the words of the protocol, with the time to wait', async () => {
    for (let count = 0; count < 300; count += 1) assert.equal((await signUp()).status, 400)
    const answer = await signUp()
    assert.equal(answer.headers.get('Retry-After'), '12')
    const { code, message } = await readProblem(answer)
    assert.deepEqual([code, message], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
    assert.deepEqual(faults(), [])
  })

  it('keep nobody from refreshing', async () => {
    const { message } = await readProblem(await request(`${token}?key=k`, { method: 'POST' }, address))
    assert.equal(message, 'MISSING_GRANT_TYPE')
  })
})

describe('a sign-up', () => {
  it('needs no field at all, and its tokens are kept by no cache', async () => {
    const answer = await post(`${toolkit}:signUp`, '')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('Cache-Control'), 'no-store')
  })
})
