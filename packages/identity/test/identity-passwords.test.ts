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
} from 'firebase/auth'
import type { User } from 'firebase/auth'

import { serveIdentity } from './test-support-identity.ts'
import { code, openBrowser, openMary, openVisitor, password } from './test-support-visitors.ts'

/** One for the file: its first key takes longer to make than all else here. */
const shared = await serveIdentity({ after })

const toolkit = '/identitytoolkit.googleapis.com/v1/accounts'
async function providersOf(user: User): Promise<string[]> {
  await reload(user)
  return user.providerData.map(({ providerId }) => providerId)
}

describe('signing up with a password', () => {
  it('makes an account that is signed in', async (t) => {
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

  it('keeps neither the password nor anything that it could be read from', async (t) => {
    const { service, user, email } = await openMary(t, shared)
    const answer = await service.post(`${toolkit}:lookup`, JSON.stringify({ idToken: await user.getIdToken() }))
    const text = await answer.text()
    assert.ok(!text.includes(password) && !text.includes('argon2'))
    assert.ok(!service.logged.join().includes(password) && !service.logged.join().includes(email))
  })

  for (const [name, address, secret, error] of [
    ['nothing at all', '', '', 'invalid-email'],
    ['no address', '', password, 'missing-email'],
    ['no password', 'mary@example.com', '', 'missing-password'],
    ['what is no address', 'mary', password, 'invalid-email'],
    ['an address in two lines', 'mary@example.com\r\nBcc: all@example.com', password, 'invalid-email'],
    ['five characters', 'mary@example.com', '12345', 'weak-password'],
  ] as const) {
    it(`is refused with ${name}`, async (t) => {
      const { auth } = openVisitor(t, shared)
      await assert.rejects(createUserWithEmailAndPassword(auth, address, secret), code(error))
    })
  }

  it('is refused for an address that has an account, however it is written', async (t) => {
    const { auth, email } = await openMary(t, shared)
    for (const written of [email, email.toUpperCase(), email.replace('mary', 'ｍａｒｙ')]) {
      await assert.rejects(createUserWithEmailAndPassword(auth, written, password), code('email-already-in-use'))
    }
  })

  it('makes one account of two that ask for the same address at once', async (t) => {
    const { service, auth, email } = openVisitor(t, shared)
    const others = openBrowser(t, service.origin).auth
    const results = await Promise.allSettled(
      [auth, others].map((one) => createUserWithEmailAndPassword(one, email, password)),
    )
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })
})

describe('a visitor who is signed in anonymously', () => {
  it('keeps the account when it is given a password', async (t) => {
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

  it('keeps it however long ago that was', async (t) => {
    const { service, auth, email } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    service.clock.aheadMs = 6 * 60_000
    await linkWithCredential(user, EmailAuthProvider.credential(email, password))
  })

  it('is not given an address that somebody else has', async (t) => {
    const { service, auth, email } = await openMary(t, shared)
    const { user } = await signInAnonymously(openBrowser(t, service.origin).auth)
    const linking = linkWithCredential(user, EmailAuthProvider.credential(email, 'another one'))
    await assert.rejects(linking, code('email-already-in-use'))
    assert.equal(user.isAnonymous, true)
    await signInWithEmailAndPassword(auth, email, password)
  })
})

describe('an account that has a password', () => {
  it('is not given a second one by linking', async (t) => {
    const { service, user } = await openMary(t, shared)
    const body = { idToken: await user.getIdToken(), email: 'other@example.com', password: 'another one' }
    const answer = await service.post(`${toolkit}:signUp`, JSON.stringify(body))
    const { error } = (await answer.json()) as { error: { message: string } }
    assert.deepEqual([answer.status, error.message], [400, 'PROVIDER_ALREADY_LINKED'])
  })
})

describe('signing in with a password', () => {
  it('finds the account, however the address is written', async (t) => {
    const { auth, user, email, audited } = await openMary(t, shared)
    await signOut(auth)
    const signedIn = await signInWithEmailAndPassword(auth, email.toUpperCase(), password)
    assert.equal(signedIn.user.uid, user.uid)
    assert.equal(signedIn.user.email, email)
    assert.deepEqual(audited(), ['account-created', 'signed-in'])
  })

  it('does not tell an unknown address from a wrong password', async (t) => {
    const { service, email, audited } = await openMary(t, shared)
    const path = `${toolkit}:signInWithPassword`
    const ask = async (address: string, secret: string) => {
      const answer = await service.post(path, JSON.stringify({ email: address, password: secret }))
      return [answer.status, await answer.text(), [...answer.headers.keys()].toSorted()]
    }
    const wrong = await ask(email, 'wrong password')
    assert.deepEqual(await ask('nobody@example.com', password), wrong)
    assert.match(String(wrong[1]), /"INVALID_LOGIN_CREDENTIALS"/)
    assert.deepEqual(audited().slice(1), ['sign-in-refused', 'sign-in-refused'])
  })

  for (const [name, address, secret, error] of [
    ['a wrong password', undefined, 'wrong password', 'invalid-credential'],
    ['a password in other case', undefined, password.toUpperCase(), 'invalid-credential'],
    ['an unknown address', 'nobody@example.com', password, 'invalid-credential'],
    ['no address', '', password, 'invalid-email'],
    ['what is no address', 'mary', password, 'invalid-email'],
    ['no password', undefined, '', 'missing-password'],
  ] as const) {
    it(`is refused with ${name}`, async (t) => {
      const { auth, email } = await openMary(t, shared)
      await assert.rejects(signInWithEmailAndPassword(auth, address ?? email, secret), code(error))
    })
  }

  it('is slowed down after ten wrong passwords, even for the right one', async (t) => {
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

describe('the ways to sign in to an address', () => {
  it('are told to nobody, whether somebody has it or not', async (t) => {
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

describe('a password that is not looked at because too many wait', () => {
  it('is no wrong guess', async (t) => {
    const { service, email } = await openMary(t, await serveIdentity(t))
    const method = service.identity().methods.identitytoolkit.get('POST /v1/accounts:signInWithPassword')
    const signIn = async (who: string, secret: string) =>
      method?.({ email: who, password: secret }, { address: '127.0.0.1', origin: 'http://localhost' })
    const others = Promise.allSettled(Array.from({ length: 40 }, (_, index) => signIn(`${index}@example.com`, 'wrong')))
    for (let count = 0; count < 20; count += 1) {
      await assert.rejects(signIn(email, password), { code: 'too-many-requests', retryAfterSeconds: 5 })
    }
    await others
    await signIn(email, password)
  })
})
