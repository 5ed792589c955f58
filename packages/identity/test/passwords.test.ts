import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { after, describe, it } from 'node:test'

import {
  createUserWithEmailAndPassword,
  signInAnonymously,
  signInWithEmailAndPassword,
  updatePassword,
  validatePassword,
} from 'firebase/auth'

import { defaultSettings } from '../src/application.ts'
import { code, openBrowser, openMary, openVisitor, password } from './test-support-client.ts'
import { caller, serveIdentity } from './test-support-identity.ts'

/** Shared by all tests of the file: generating its first key takes longer than all of them. */
const shared = await serveIdentity({ after })

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'

describe('sign-up with a password', () => {
  it('shows neither the password nor its hash in a response or the log', async (t) => {
    const { service, user, email } = await openMary(t, shared)
    const answer = await service.post(`${toolkit}:lookup`, JSON.stringify({ idToken: await user.getIdToken() }))
    const text = await answer.text()
    assert.ok(!text.includes(password) && !text.includes('argon2'))
    assert.ok(!service.logged.join().includes(password) && !service.logged.join().includes(email))
  })

  it('creates one account for two simultaneous requests', async (t) => {
    const { service, auth, email } = openVisitor(t, shared)
    const others = openBrowser(t, service.origin).auth
    const results = await Promise.allSettled(
      [auth, others].map((one) => createUserWithEmailAndPassword(one, email, password)),
    )
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })
})

describe('sign-in with a password', () => {
  it('answers alike for an unknown e-mail address and a wrong password', async (t) => {
    const { service, email, audited } = await openMary(t, shared)
    const path = `${toolkit}:signInWithPassword`
    const signIn = async (address: string, secret: string) => {
      const answer = await service.post(path, JSON.stringify({ email: address, password: secret }))
      return [answer.status, await answer.text(), [...answer.headers.keys()].toSorted()]
    }
    const wrong = await signIn(email, 'wrong password')
    assert.deepEqual(await signIn('nobody@example.com', password), wrong)
    assert.match(String(wrong[1]), /"INVALID_LOGIN_CREDENTIALS"/)
    assert.deepEqual(audited().slice(1), ['sign-in-refused', 'sign-in-refused'])
  })

  it('is rate-limited after ten wrong passwords, even with the correct one', async (t) => {
    const { service, auth, email, audited } = await openMary(t, shared)
    for (let guess = 0; guess < 10; guess++) {
      await assert.rejects(signInWithEmailAndPassword(auth, email, `guess ${guess}`), code('invalid-credential'))
    }
    await assert.rejects(signInWithEmailAndPassword(auth, email, password), code('too-many-requests'))
    assert.equal(audited().at(-1), 'throttled')
    service.clock.aheadMs = 3 * 60_000
    await signInWithEmailAndPassword(auth, email, password)
  })
})

describe('full queue of password checks', () => {
  it('does not count as a wrong password', async (t) => {
    const { service, email } = await openMary(t, await serveIdentity(t))
    const method = service.identity().methods.identitytoolkit.get('POST /v1/accounts:signInWithPassword')
    const signIn = async (account: string, secret: string) => method?.({ email: account, password: secret }, caller)
    const others = Promise.allSettled(Array.from({ length: 62 }, (_, index) => signIn(`${index}@example.com`, 'wrong')))
    for (let count = 0; count < 20; count += 1) {
      await assert.rejects(signIn(email, password), { code: 'too-many-requests', retryAfterSeconds: 5 })
    }
    await others
    await signIn(email, password)
  })
})

/** How many passwords are hashed meanwhile. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0
  const hook = createHook({ init: (_, type) => void (hashes += type === 'ARGON2REQUEST' ? 1 : 0) }).enable()
  await work()
  hook.disable()
  return hashes
}

describe('the work of a request', () => {
  it('is one hash for a wrong password, whether or not the address has an account, or the account a password', async (t) => {
    const { service, email } = await openMary(t, shared)
    service.identity().administration.createAccount(`invited.${email}`)
    for (const address of [email, `nobody.${email}`, `invited.${email}`]) {
      const fields = { email: address, password: 'wrong password' }
      assert.equal(await countHashes(() => service.call('signInWithPassword', fields)), 1, address)
    }
  })

  it('is no hash for an anonymous user’s password without an address, which is refused', async (t) => {
    const { service, auth } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    const fields = { idToken: await user.getIdToken(), password }
    const hashes = await countHashes(async () => {
      const { answer } = await service.call('update', fields)
      assert.equal(answer.error?.message, 'MISSING_EMAIL')
    })
    assert.equal(hashes, 0)
  })

  it('is no hash where nobody may sign up, set an address or use a code', async (t) => {
    const service = await serveIdentity(t, { signUp: 'owners' })
    const { auth } = openVisitor(t, service)
    const { user } = await signInAnonymously(auth)
    const fields = { idToken: await user.getIdToken(), email: 'eve@example.com', password }
    const hashes = await countHashes(async () => {
      for (const [method, sent] of [
        ['signUp', { ...fields, idToken: undefined }],
        ['signUp', fields],
        ['update', fields],
        ['resetPassword', { oobCode: 'x', newPassword: password }],
      ] as const) {
        assert.equal((await service.call(method, sent)).status, 400, method)
      }
    })
    assert.equal(hashes, 0)
  })
})

const strict = { ...defaultSettings.passwordPolicy, minLength: 10, needsDigit: true, needsOther: true }

describe('password policy', () => {
  it('is checked by the client', async (t) => {
    const { auth } = openVisitor(t, await serveIdentity(t, { passwordPolicy: { ...strict, maxLength: 20 } }))
    const { isValid, meetsMinPasswordLength, containsNumericCharacter, ...rest } = await validatePassword(auth, 'wool')
    assert.deepEqual([isValid, meetsMinPasswordLength, containsNumericCharacter], [false, false, false])
    assert.deepEqual([rest.containsNonAlphanumericCharacter, rest.containsUppercaseLetter], [false, undefined])
    assert.equal((await validatePassword(auth, 'wool, 100% of it')).isValid, true)
    assert.equal((await validatePassword(auth, 'wool, 100% of it, and no more')).isValid, false)
  })

  it('defaults to six characters', async (t) => {
    const { auth } = openVisitor(t, shared)
    assert.equal((await validatePassword(auth, '12345')).isValid, false)
    const { isValid, passwordPolicy } = await validatePassword(auth, '123456')
    assert.equal(isValid, true)
    assert.equal(passwordPolicy.enforcementState, 'OFF')
    assert.deepEqual(passwordPolicy.customStrengthOptions, { minPasswordLength: 6 })
  })

  it('is enforced at sign-up and at each change', async (t) => {
    const error = code('password-does-not-meet-requirements')
    const { auth, email } = openVisitor(t, await serveIdentity(t, { passwordPolicy: { ...strict, isEnforced: true } }))
    await assert.rejects(createUserWithEmailAndPassword(auth, email, password), error)
    const { user } = await createUserWithEmailAndPassword(auth, email, `2 ${password}`)
    await assert.rejects(updatePassword(user, 'knit two together'), error)
    await updatePassword(user, 'knit 2 together')
  })
})
