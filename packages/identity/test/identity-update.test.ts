import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  EmailAuthProvider,
  createUserWithEmailAndPassword,
  deleteUser,
  reauthenticateWithCredential,
  reload,
  signInWithEmailAndPassword,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
} from 'firebase/auth'
import type { User } from 'firebase/auth'

import { defaultSettings } from '../src/settings.ts'
import { serveIdentity } from './test-support-identity.ts'
import { code, openBrowser, openMary, openVisitor, password } from './test-support-visitors.ts'

/** One for the file: its first key takes longer to make than all else here. */
const shared = await serveIdentity({ after })

const sixMinutesMs = 6 * 60_000
async function providersOf(user: User): Promise<string[]> {
  await reload(user)
  return user.providerData.map(({ providerId }) => providerId)
}

/** What the client has no function for; refused as the client says no. */
async function takeAway(user: User, fields: object): Promise<void> {
  const body = JSON.stringify({ idToken: await user.getIdToken(), ...fields })
  const answer = await shared.post('/identitytoolkit.googleapis.com/v1/accounts:update', body)
  const { error } = (await answer.json()) as { error?: { message: string } }
  if (error?.message === 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    throw Object.assign(new Error(), code('requires-recent-login'))
  assert.equal(error, undefined)
}

describe('a profile', () => {
  it('has a name and a picture, which the next token tells', async (t) => {
    const { user } = await openMary(t, shared)
    await updateProfile(user, { displayName: 'Mary', photoURL: 'https://example.com/mary.jpg' })
    await reload(user)
    assert.deepEqual([user.displayName, user.photoURL], ['Mary', 'https://example.com/mary.jpg'])
    assert.equal(user.providerData[0]?.displayName, 'Mary')
    const { claims } = await user.getIdTokenResult(true)
    assert.deepEqual([claims['name'], claims['picture']], ['Mary', 'https://example.com/mary.jpg'])
    await updateProfile(user, { displayName: '', photoURL: '' })
    await reload(user)
    assert.deepEqual([user.displayName, user.photoURL], [null, null])
  })

  it('keeps all sessions as they are when it changes', async (t) => {
    const { user } = await openMary(t, shared)
    const { refreshToken } = user
    await updateProfile(user, { displayName: 'Mary' })
    assert.equal(user.refreshToken, refreshToken)
    await user.getIdToken(true)
  })
})

describe('another address', () => {
  it('is where to sign in from then on, and is not verified', async (t) => {
    const { auth, user, email, audited } = await openMary(t, shared)
    await updateEmail(user, `Ann.${email}`)
    assert.equal(user.email, `ann.${email}`)
    assert.equal(user.emailVerified, false)
    await user.getIdToken(true)
    await assert.rejects(signInWithEmailAndPassword(auth, email, password), code('invalid-credential'))
    assert.equal((await signInWithEmailAndPassword(auth, `ann.${email}`, password)).user.uid, user.uid)
    assert.ok(audited().includes('email-changed'))
  })

  for (const [name, address, error] of [
    ['that is none', 'mary', 'invalid-email'],
    ['that somebody else has', undefined, 'email-already-in-use'],
  ] as const) {
    it(`is refused when it is one ${name}`, async (t) => {
      const other = await openMary(t, shared)
      const { user, email } = await openMary(t, shared)
      await assert.rejects(updateEmail(user, address ?? other.email), code(error))
      await reload(user)
      assert.equal(user.email, email)
    })
  }
})

describe('another password', () => {
  it('is the one to sign in with from then on', async (t) => {
    const { auth, user, email, audited } = await openMary(t, shared)
    await updatePassword(user, 'knit two together')
    assert.equal((await user.getIdTokenResult(true)).signInProvider, 'password')
    await assert.rejects(signInWithEmailAndPassword(auth, email, password), code('invalid-credential'))
    assert.equal((await signInWithEmailAndPassword(auth, email, 'knit two together')).user.uid, user.uid)
    assert.ok(audited().includes('password-changed'))
  })

  it('signs everybody else out', async (t) => {
    const { service, user, email } = await openMary(t, shared)
    const others = openBrowser(t, service.origin).auth
    const { user: thief } = await signInWithEmailAndPassword(others, email, password)
    service.clock.aheadMs = 2000
    await updatePassword(user, 'knit two together')
    await assert.rejects(thief.getIdToken(true), code('user-token-expired'))
    assert.equal(others.currentUser, null)
    await user.getIdToken(true)
  })

  it('keeps who signed in and changed it within one second signed in', async (t) => {
    const { user, email } = await openMary(t, shared)
    for (const next of ['knit two together', 'knit three together', 'knit four together']) {
      await updatePassword(user, next)
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, next))
    }
    await user.getIdToken(true)
  })

  it('is refused when it is weak', async (t) => {
    const { auth, user, email } = await openMary(t, shared)
    await assert.rejects(updatePassword(user, '12345'), code('weak-password'))
    await signInWithEmailAndPassword(auth, email, password)
  })
})

describe('what would let a thief keep an account', () => {
  const deeds: Record<string, (user: User) => Promise<unknown>> = {
    'another address': (user) => updateEmail(user, `other.${user.email}`),
    'another password': (user) => updatePassword(user, 'knit two together'),
    'its address taken away': (user) => takeAway(user, { deleteAttribute: ['EMAIL'] }),
    'its password taken away': (user) => takeAway(user, { deleteAttribute: ['PASSWORD'] }),
    'a provider taken away': (user) => unlink(user, 'password'),
    'its end': (user) => deleteUser(user),
  }
  for (const [name, doIt] of Object.entries(deeds)) {
    it(`needs a recent sign-in: ${name}`, async (t) => {
      const { service, auth, user, email } = await openMary(t, shared)
      service.clock.aheadMs = sixMinutesMs
      await user.getIdToken(true)
      await assert.rejects(doIt(user), code('requires-recent-login'))
      assert.equal(auth.currentUser, user)
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
      await doIt(user)
    })
  }

  it('needs one, too, when there is no way left to sign in', async (t) => {
    const { service, user, email } = await openMary(t, shared)
    await unlink(user, 'password')
    service.clock.aheadMs = sixMinutesMs
    await assert.rejects(updateEmail(user, `other.${email}`), code('requires-recent-login'))
    await assert.rejects(deleteUser(user), code('requires-recent-login'))
  })

  it('is not another name', async (t) => {
    const { service, user } = await openMary(t, shared)
    service.clock.aheadMs = sixMinutesMs
    await updateProfile(user, { displayName: 'Mary' })
  })
})

describe('a password that is taken away', () => {
  it('signs nobody in, and its address is free', async (t) => {
    const { service, auth, user, email, audited } = await openMary(t, shared)
    await unlink(user, 'password')
    assert.deepEqual(await providersOf(user), [])
    await assert.rejects(signInWithEmailAndPassword(auth, email, password), code('invalid-credential'))
    assert.ok(audited().includes('provider-unlinked'))
    await createUserWithEmailAndPassword(openBrowser(t, service.origin).auth, email, password)
  })
})

const strict = { ...defaultSettings.passwordPolicy, minLength: 10, needsDigit: true, needsOther: true }

describe('the policy for passwords', () => {
  it('is what the client judges by', async (t) => {
    const { auth } = openVisitor(t, await serveIdentity(t, { passwordPolicy: { ...strict, maxLength: 20 } }))
    const { isValid, meetsMinPasswordLength, containsNumericCharacter, ...rest } = await validatePassword(auth, 'wool')
    assert.deepEqual([isValid, meetsMinPasswordLength, containsNumericCharacter], [false, false, false])
    assert.deepEqual([rest.containsNonAlphanumericCharacter, rest.containsUppercaseLetter], [false, undefined])
    assert.equal((await validatePassword(auth, 'wool, 100% of it')).isValid, true)
    assert.equal((await validatePassword(auth, 'wool, 100% of it, and no more')).isValid, false)
  })

  it('of six characters is told when nothing is set', async (t) => {
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
