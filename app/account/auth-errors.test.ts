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
import { describeAuthError, reactionTo, type Reaction } from './auth-errors.ts'

/** Every identity code of the specification's error catalogue, in its order, and the reaction to it. */
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

/** All codes of the client: its own list is incomplete. */
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

describe('auth errors: the specification’s catalogue', () => {
  it('has twenty different codes', () => assert.equal(new Set(catalogue.map(([code]) => code)).size, 20))

  for (const [name, reaction] of catalogue) {
    const code = `auth/${name}`
    it(`${name} is a code of the official client, and its reaction is ${reaction}`, () => {
      assert.ok(clientsCodes.has(code))
      assert.equal(reactionTo(errorWith(code)), reaction)
    })
  }
})

describe('describeAuthError: the message', () => {
  for (const code of clientsCodes) {
    it(`is a sentence without the code: ${code}`, () => {
      const { message } = adviceFor(errorWith(code))
      assert.match(message, /^[A-Z].+[.]$/)
      assert.doesNotMatch(message, /auth\/|Firebase|undefined/)
      assert.ok(!message.includes(code.slice('auth/'.length)))
    })
  }

  for (const [name, error] of Object.entries<unknown>({
    'an unknown code': errorWith('auth/something-new'),
    'a code of Node': errorWith('ECONNREFUSED'),
    'an error without a code': new Error('raw'),
    'no error at all': 'raw',
    nothing: undefined,
  })) {
    it(`says to try again: ${name}`, () => {
      assert.deepEqual(adviceFor(error), { reaction: 'try-again', message: english.signIn.failed })
    })
  }
})

describe('auth errors: the official client', () => {
  const openClient = (name: string, apiKey = 'k') =>
    initializeAuth(initializeApp({ apiKey }, name), { persistence: inMemoryPersistence })

  /** Errors that the client throws without a request. */
  const causes: Record<string, () => unknown> = {
    'invalid-api-key': () => openClient('no key', ''),
    'invalid-emulator-scheme': () => connectAuthEmulator(openClient('no scheme'), 'localhost:9099'),
    'already-initialized': () => {
      const { app } = openClient('twice')
      initializeAuth(app, { persistence: [] })
    },
    'argument-error': () => new OAuthProvider('').credential({}),
  }
  for (const [name, cause] of Object.entries(causes)) {
    it(`throws ${name} with a code of the table`, () => {
      assert.throws(cause, (error) => {
        assert.deepEqual(adviceFor(error), adviceFor(errorWith(`auth/${name}`)))
        assert.notEqual(adviceFor(error).message, english.signIn.failed)
        return true
      })
    })
  }

  after(() => Promise.all(getApps().map((app) => deleteApp(app))))
})
