import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { pino } from 'pino'

import { createIdentity } from '../src/index.ts'
import { serveIdentity } from './test-support-identity.ts'

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'
const token = '/securetoken.googleapis.com/v1/token'

const logged: string[] = []
const log = pino({}, { write: (line: string) => void logged.push(line) })
/** Log lines of level `error` and above. */
const errorLines = () => logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
const dataDir = await mkdtemp(join(tmpdir(), 'identity-api-'))
const identity = await createIdentity({ dataDir, projectId: 'demo-shop', log, monotonicNow: () => 0 })
const request = (path: string, init?: RequestInit & { duplex?: 'half' }, address = '127.0.0.1') =>
  identity.fetch(new Request(`http://localhost${path}`, init), {
    address: toAddress(address),
    origin: 'http://localhost',
  })

after(async () => {
  await identity.close()
  await rm(dataDir, { recursive: true })
})

type ErrorBody = { error: { code: number; message: string; errors?: unknown; status?: string } }

async function readError(answer: Response): Promise<ErrorBody['error']> {
  const { error } = (await answer.json()) as ErrorBody
  assert.equal(error.code, answer.status)
  return error
}

async function post(path: string, body: string | ReadableStream): Promise<Response> {
  return request(`${path}?key=k`, { method: 'POST', body, duplex: 'half' })
}

/** Invalid requests, and the error message of the response. */
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
  [token, '', /^MISSING_GRANT_TYPE$/],
  [token, '{"grant_type":"refresh_token"}', /^MISSING_REFRESH_TOKEN$/],
  [token, ' {"grantType":"refresh_token","refreshToken":"x"}', /^INVALID_REFRESH_TOKEN$/],
  [token, '{"grantType":"refresh_token"', /^INVALID_ARGUMENT : /],
  [token, '[{"grantType":"refresh_token"}]', /^MISSING_GRANT_TYPE$/],
  [token, 'grant_type=refresh_token&refresh_token=%00', /^INVALID_REFRESH_TOKEN$/],
]

describe('malformed request', () => {
  for (const [path, body, message] of malformed) {
    it(`gets an error in the protocol's format: ${path.slice(1, 60)} ${JSON.stringify(body.slice(0, 50))}`, async () => {
      const error = await readError(await post(path, body))
      assert.equal(error.code, 400)
      assert.match(error.message, message)
      assert.deepEqual(error.errors, [{ message: error.message, reason: 'invalid', domain: 'global' }])
    })
  }

  it('gets 400 and logs nothing when its body is aborted', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('aborted')),
    })
    assert.equal((await readError(await post(`${toolkit}:signUp`, body))).code, 400)
    assert.deepEqual(errorLines(), [])
  })
})

const tooLarge = 'x'.repeat(64 * 1024 + 1)

/** With `Content-Length`, or chunked. */
const encodings: readonly [what: string, toBody: () => string | ReadableStream][] = [
  ['with Content-Length', () => tooLarge],
  ['chunked', () => ReadableStream.from([Buffer.from(tooLarge)])],
]

describe('request body over 64 KB', () => {
  for (const path of [`${toolkit}:signUp`, token]) {
    for (const [what, toBody] of encodings) {
      it(`gets an error in the protocol's format, ${what}: ${path}`, async (t) => {
        const { origin } = await serveIdentity(t)
        const answer = await fetch(`${origin}${path}?key=k`, { method: 'POST', body: toBody(), duplex: 'half' })
        assert.equal(answer.headers.get('Connection'), 'close', 'the rest of the body is not read')
        const { code, message, errors } = await readError(answer)
        assert.equal(code, 400)
        assert.match(message, /^INVALID_ARGUMENT : .*64 KB/)
        assert.deepEqual(errors, [{ message, reason: 'invalid', domain: 'global' }])
      })
    }
  }
})

/** Unsupported methods of the protocol, and misspelt ones. */
const unsupported = [
  ['POST', `${toolkit}:signInWithGameCenter`],
  ['POST', `${toolkit}:signup`],
  ['GET', `${toolkit}:signUp`],
  ['OPTIONS', `${toolkit}:signUp`],
  ['POST', '/identitytoolkit.googleapis.com/v1/token'],
  ['POST', '/identitytoolkit.googleapis.com'],
  ['POST', '/identitytoolkit.googleapis.com/__proto__'],
  ['DELETE', token],
] as const

describe('unsupported method', () => {
  for (const [method, path] of unsupported) {
    it(`answers 501 NOT_IMPLEMENTED: ${method} ${path}`, async () => {
      const { code, status } = await readError(await request(`${path}?key=k`, { method }))
      assert.deepEqual([code, status], [501, 'NOT_IMPLEMENTED'])
    })
  }
})

describe('API key', () => {
  it('is required: an empty one is rejected as a missing one', async () => {
    const { code, status } = await readError(await request(`${toolkit}:signUp?key=`, { method: 'POST' }))
    assert.deepEqual([code, status], [403, 'PERMISSION_DENIED'])
  })

  it('is accepted in a header', async () => {
    const headers = { 'X-Goog-Api-Key': 'k' }
    assert.equal((await request(`${toolkit}:signUp`, { method: 'POST', headers })).status, 200)
  })

  it('is not needed to read the public keys, which verify our ID tokens', async () => {
    const answer = await request('/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com')
    const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet)
    const { idToken, localId } = (await (await post(`${toolkit}:signUp`, '')).json()) as Record<string, string>
    assert.equal((await jwtVerify(idToken ?? '', keys, { audience: 'demo-shop' })).payload.sub, localId)
  })
})

describe('rate limit of sign-ups', () => {
  const address = '203.0.113.7'
  const signUp = () => request(`${toolkit}:signUp?key=k`, { method: 'POST', body: '{' }, address)

  it('answers 429 TOO_MANY_ATTEMPTS_TRY_LATER with Retry-After, but not to token refreshes', async () => {
    for (let count = 0; count < 300; count += 1) assert.equal((await signUp()).status, 400)
    const answer = await signUp()
    assert.equal(answer.headers.get('Retry-After'), '12')
    const { code, message } = await readError(answer)
    assert.deepEqual([code, message], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
    assert.deepEqual(errorLines(), [])
    const refreshing = await readError(await request(`${token}?key=k`, { method: 'POST' }, address))
    assert.equal(refreshing.message, 'MISSING_GRANT_TYPE')
  })
})

describe('accounts:signUp', () => {
  it('needs no fields, and its response is not cached', async () => {
    const answer = await post(`${toolkit}:signUp`, '')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('Cache-Control'), 'no-store')
  })
})

/** What a page reads before anyone signs in. */
const publicSettings: Readonly<Record<string, unknown>> = {
  'v1/projects': { projectId: 'demo-shop', authorizedDomains: ['localhost'] },
  'v1/recaptchaParams': {
    kind: 'identitytoolkit#GetRecaptchaParamResponse',
    recaptchaSiteKey: 'unused',
    recaptchaStoken: 'unused',
  },
  'v2/recaptchaConfig': {
    recaptchaKey: 'projects/demo-shop/keys/unused',
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
      { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
    ],
  },
}

describe('public settings', () => {
  for (const [path, settings] of Object.entries(publicSettings)) {
    it(`are returned: ${path}`, async () => {
      const answer = await request(`/identitytoolkit.googleapis.com/${path}?key=k`)
      assert.deepEqual([answer.status, await answer.json()], [200, settings])
    })
  }
})
