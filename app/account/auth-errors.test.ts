import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import { deleteApp, getApps, initializeApp } from 'firebase/app'
import {
  AuthErrorCodes,
  connectAuthEmulator,
  debugErrorMap,
  inMemoryPersistence,
  initializeAuth,
  OAuthProvider,
} from 'firebase/auth'

import { english } from '../../src/messages/english-browser.ts'
import { describeAuthError, reactionTo } from './auth-errors.ts'
import type { Reaction } from './auth-errors.ts'

/** Every identity code of the specification's error catalogue, to the letter and in its order; and what happens. */
const catalogue: readonly [code: string, reaction: Reaction][] = [
  ['internal-error', 'try-again'],
  ['user-token-expired', 'sign-in-again'],
  ['invalid-user-token', 'sign-in-again'],
  ['tenant-id-mismatch', 'sign-in-again'],
  ['user-mismatch', 'try-again'],
  ['popup-blocked', 'try-again'],
  ['popup-closed-by-user', 'try-again'],
  ['cancelled-popup-request', 'try-again'],
  ['web-storage-unsupported', 'start-over'],
  ['network-request-failed', 'try-again'],
  ['unauthorized-domain', 'wait'],
  ['invalid-api-key', 'wait'],
  ['auth-domain-config-required', 'wait'],
  ['invalid-auth-event', 'start-over'],
  ['login-blocked', 'try-again'],
  ['multi-factor-auth-required', 'sign-in-again'],
  ['unsupported-password-policy-schema-version', 'wait'],
  ['argument-error', 'wait'],
  ['already-initialized', 'start-over'],
  ['invalid-emulator-scheme', 'wait'],
]

/** Codes that the client has beside those of its own list, which misses some. */
const clientsCodes = new Set([
  ...Object.values(AuthErrorCodes),
  ...Object.keys((debugErrorMap as unknown as () => Record<string, string>)()).map((code) => `auth/${code}`),
])

function adviceFor(error: unknown) {
  return describeAuthError(error, english)
}

function errorWith(code: string): Error {
  return Object.assign(new Error(`Firebase: Error (${code}).`), { code })
}

describe('the specification’s catalogue of identity errors', () => {
  it('has twenty codes, each once', () => assert.equal(new Set(catalogue.map(([code]) => code)).size, 20))

  for (const [name, reaction] of catalogue) {
    const code = `auth/${name}`
    it(`has ${name}, which is one of the official client’s and leads to ${reaction}`, () => {
      assert.ok(clientsCodes.has(code))
      assert.equal(reactionTo(errorWith(code)), reaction)
    })
  }
})

describe('what visitors are told', () => {
  for (const code of clientsCodes) {
    it(`is words, and never raw: ${code}`, () => {
      const { words } = adviceFor(errorWith(code))
      assert.match(words, /^[A-Z].+[.]$/)
      assert.doesNotMatch(words, /auth\/|Firebase|undefined/)
      assert.ok(!words.includes(code.slice('auth/'.length)))
    })
  }

  for (const [name, error] of Object.entries<unknown>({
    'a code that nobody has thought of': errorWith('auth/something-new'),
    'a code of another kind': errorWith('ECONNREFUSED'),
    'an error without a code': new Error('raw'),
    'no error at all': 'raw',
    nothing: undefined,
  })) {
    it(`is that it may be tried again: ${name}`, () => {
      assert.deepEqual(adviceFor(error), { reaction: 'try-again', words: english.signIn.failed })
    })
  }
})

describe('the official client', () => {
  const openClient = (name: string, apiKey = 'k') =>
    initializeAuth(initializeApp({ apiKey }, name), { persistence: inMemoryPersistence })

  /** What it refuses by itself, without a service to ask. */
  const refusals: Record<string, () => unknown> = {
    'invalid-api-key': () => openClient('no key', ''),
    'invalid-emulator-scheme': () => connectAuthEmulator(openClient('no scheme'), 'localhost:9099'),
    'already-initialized': () => {
      const { app } = openClient('twice')
      initializeAuth(app, { persistence: [] })
    },
    'argument-error': () => new OAuthProvider('').credential({}),
  }
  for (const [name, refuse] of Object.entries(refusals)) {
    it(`throws ${name} in the form that the table reads`, () => {
      assert.throws(refuse, (error) => {
        assert.deepEqual(adviceFor(error), adviceFor(errorWith(`auth/${name}`)))
        assert.notEqual(adviceFor(error).words, english.signIn.failed)
        return true
      })
    })
  }

  after(() => Promise.all(getApps().map((app) => deleteApp(app))))
})
