import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  EmailAuthProvider,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  linkWithCredential,
  reload,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from 'firebase/auth'

import { code, openBrowser, openMary, openVisitor, password } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

/** Shared by all tests of the file: generating its first key takes longer than all of them. */
const shared = await serveIdentity({ after })

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'
async function providersOf(user: User): Promise<string[]> {
  await reload(user)
  return user.providerData.map(({ providerId }) => providerId)
}

describe('sign-up with a password', () => {
  it('creates an account and signs in', async (t) => {
    const { service, user, email, audited } = await openMary(t, shared)
    assert.equal(user.email, email)
    assert.equal(user.emailVerified, false)
    assert.equal(user.isAnonymous, false)
    assert.deepEqual(await providersOf(user), ['password'])
    const { claims, signInProvider } = await user.getIdTokenResult()
    assert.equal(signInProvider, 'password')
    assert.deepEqual(claims['firebase'], { identities: { email: [email] }, sign_in_provider: 'password' })
    assert.partialDeepStrictEqual(await service.identify(await user.getIdToken()), {
      uid: user.uid,
      isAnonymous: false,
    })
    assert.deepEqual(audited(), ['account-created'])
  })

  it('shows neither the password nor its hash in a response or the log', async (t) => {
    const { service, user, email } = await openMary(t, shared)
    const answer = await service.post(`${toolkit}:lookup`, JSON.stringify({ idToken: await user.getIdToken() }))
    const text = await answer.text()
    assert.ok(!text.includes(password) && !text.includes('argon2'))
    assert.ok(!service.logged.join().includes(password) && !service.logged.join().includes(email))
  })

  for (const [name, address, secret, error] of [
    ['empty fields', '', '', 'invalid-email'],
    ['a missing e-mail address', '', password, 'missing-email'],
    ['a missing password', 'mary@example.com', '', 'missing-password'],
    ['an invalid e-mail address', 'mary', password, 'invalid-email'],
    ['an e-mail address with a line break', 'mary@example.com\r\nBcc: all@example.com', password, 'invalid-email'],
    ['a password of five characters', 'mary@example.com', '12345', 'weak-password'],
  ] as const) {
    it(`rejects ${name}`, async (t) => {
      const { auth } = openVisitor(t, shared)
      await assert.rejects(createUserWithEmailAndPassword(auth, address, secret), code(error))
    })
  }

  it('rejects a used e-mail address in any spelling', async (t) => {
    const { auth, email } = await openMary(t, shared)
    for (const spelling of [email, email.toUpperCase(), email.replace('mary', 'ｍａｒｙ')]) {
      await assert.rejects(createUserWithEmailAndPassword(auth, spelling, password), code('email-already-in-use'))
    }
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

describe('anonymous user', () => {
  it('keeps the account when a password is added', async (t) => {
    const { auth, email, audited } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    const { uid } = user
    const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, password))
    assert.equal(linked.user.uid, uid)
    assert.equal(linked.user.isAnonymous, false)
    assert.deepEqual(await providersOf(linked.user), ['password'])
    assert.equal((await user.getIdTokenResult()).signInProvider, 'password')
    await signOut(auth)
    assert.equal((await signInWithEmailAndPassword(auth, email, password)).user.uid, uid)
    assert.deepEqual(audited(), ['provider-linked', 'signed-in'])
  })

  it('can add a password at any age of the session', async (t) => {
    const { service, auth, email } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    service.clock.aheadMs = 6 * 60_000
    await linkWithCredential(user, EmailAuthProvider.credential(email, password))
  })

  it('cannot add the e-mail address of another account', async (t) => {
    const { service, auth, email } = await openMary(t, shared)
    const { user } = await signInAnonymously(openBrowser(t, service.origin).auth)
    const linking = linkWithCredential(user, EmailAuthProvider.credential(email, 'another one'))
    await assert.rejects(linking, code('email-already-in-use'))
    assert.equal(user.isAnonymous, true)
    await signInWithEmailAndPassword(auth, email, password)
  })
})

describe('account with a password', () => {
  it('gets no second password by linking', async (t) => {
    const { service, user } = await openMary(t, shared)
    const body = { idToken: await user.getIdToken(), email: 'other@example.com', password: 'another one' }
    const answer = await service.post(`${toolkit}:signUp`, JSON.stringify(body))
    const { error } = (await answer.json()) as { error: { message: string } }
    assert.deepEqual([answer.status, error.message], [400, 'PROVIDER_ALREADY_LINKED'])
  })
})

describe('sign-in with a password', () => {
  it('finds the account by any spelling of its e-mail address', async (t) => {
    const { auth, user, email, audited } = await openMary(t, shared)
    await signOut(auth)
    const signedIn = await signInWithEmailAndPassword(auth, email.toUpperCase(), password)
    assert.equal(signedIn.user.uid, user.uid)
    assert.equal(signedIn.user.email, email)
    assert.deepEqual(audited(), ['account-created', 'signed-in'])
  })

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

  for (const [name, address, secret, error] of [
    ['a wrong password', undefined, 'wrong password', 'invalid-credential'],
    ['a password in the wrong case', undefined, password.toUpperCase(), 'invalid-credential'],
    ['an unknown e-mail address', 'nobody@example.com', password, 'invalid-credential'],
    ['a missing e-mail address', '', password, 'invalid-email'],
    ['an invalid e-mail address', 'mary', password, 'invalid-email'],
    ['a missing password', undefined, '', 'missing-password'],
  ] as const) {
    it(`rejects ${name}`, async (t) => {
      const { auth, email } = await openMary(t, shared)
      await assert.rejects(signInWithEmailAndPassword(auth, address ?? email, secret), code(error))
    })
  }

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

describe('accounts:createAuthUri', () => {
  it('reveals no sign-in methods of any e-mail address', async (t) => {
    const { auth, email } = await openMary(t, shared)
    const continueUri = 'https://shop.example'
    for (const identifier of [email, 'nobody@example.com']) {
      assert.deepEqual(await fetchSignInMethodsForEmail(auth, identifier), [])
      const answer = await shared.callToolkit('/v1/accounts:createAuthUri', { identifier, continueUri, sessionId: 's' })
      assert.deepEqual(await answer.json(), { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: 's' })
    }
    await assert.rejects(fetchSignInMethodsForEmail(auth, 'mary'), code('invalid-email'))
  })
})

describe('full queue of password checks', () => {
  it('does not count as a wrong password', async (t) => {
    const { service, email } = await openMary(t, await serveIdentity(t))
    const method = service.identity().methods.identitytoolkit.get('POST /v1/accounts:signInWithPassword')
    const signIn = async (account: string, secret: string) =>
      method?.({ email: account, password: secret }, { address: '127.0.0.1', origin: 'http://localhost' })
    const others = Promise.allSettled(Array.from({ length: 40 }, (_, index) => signIn(`${index}@example.com`, 'wrong')))
    for (let count = 0; count < 20; count += 1) {
      await assert.rejects(signIn(email, password), { code: 'too-many-requests', retryAfterSeconds: 5 })
    }
    await others
    await signIn(email, password)
  })
})
