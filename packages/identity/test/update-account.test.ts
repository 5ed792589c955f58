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
  type User,
} from 'firebase/auth'

import { defaultSettings } from '../src/settings.ts'
import { code, openBrowser, openMary, openVisitor, password } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

/** Shared by all tests of the file: generating its first key takes longer than all of them. */
const shared = await serveIdentity({ after })

const sixMinutesMs = 6 * 60_000
async function providersOf(user: User): Promise<string[]> {
  await reload(user)
  return user.providerData.map(({ providerId }) => providerId)
}

/** Updates without the client, which has no function for it. Throws the client's error for an old sign-in. */
async function update(user: User, fields: object): Promise<void> {
  const body = JSON.stringify({ idToken: await user.getIdToken(), ...fields })
  const answer = await shared.post('/identitytoolkit.googleapis.com/v1/accounts:update', body)
  const { error } = (await answer.json()) as { error?: { message: string } }
  if (error?.message === 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    throw Object.assign(new Error(), code('requires-recent-login'))
  assert.equal(error, undefined)
}

describe('updateProfile', () => {
  it('sets the display name and photo URL, and the next ID token has them', async (t) => {
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

  it('ends no session', async (t) => {
    const { user } = await openMary(t, shared)
    const { refreshToken } = user
    await updateProfile(user, { displayName: 'Mary' })
    assert.equal(user.refreshToken, refreshToken)
    await user.getIdToken(true)
  })
})

describe('updateEmail', () => {
  it('changes the e-mail address to sign in with, unverified', async (t) => {
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
    ['an invalid e-mail address', 'mary', 'invalid-email'],
    ['the address of another account', undefined, 'email-already-in-use'],
  ] as const) {
    it(`rejects ${name}`, async (t) => {
      const other = await openMary(t, shared)
      const { user, email } = await openMary(t, shared)
      await assert.rejects(updateEmail(user, address ?? other.email), code(error))
      await reload(user)
      assert.equal(user.email, email)
    })
  }
})

describe('updatePassword', () => {
  it('replaces the old password', async (t) => {
    const { auth, user, email, audited } = await openMary(t, shared)
    await updatePassword(user, 'knit two together')
    assert.equal((await user.getIdTokenResult(true)).signInProvider, 'password')
    await assert.rejects(signInWithEmailAndPassword(auth, email, password), code('invalid-credential'))
    assert.equal((await signInWithEmailAndPassword(auth, email, 'knit two together')).user.uid, user.uid)
    assert.ok(audited().includes('password-changed'))
  })

  it('signs the user out everywhere else', async (t) => {
    const { service, user, email } = await openMary(t, shared)
    const other = openBrowser(t, service.origin).auth
    const { user: otherSession } = await signInWithEmailAndPassword(other, email, password)
    service.clock.aheadMs = 2000
    await updatePassword(user, 'knit two together')
    await assert.rejects(otherSession.getIdToken(true), code('user-token-expired'))
    assert.equal(other.currentUser, null)
    await user.getIdToken(true)
  })

  it('keeps a session that signed in and changed it within one second', async (t) => {
    const { user, email } = await openMary(t, shared)
    for (const next of ['knit two together', 'knit three together', 'knit four together']) {
      await updatePassword(user, next)
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, next))
    }
    await user.getIdToken(true)
  })

  it('rejects a weak password', async (t) => {
    const { auth, user, email } = await openMary(t, shared)
    await assert.rejects(updatePassword(user, '12345'), code('weak-password'))
    await signInWithEmailAndPassword(auth, email, password)
  })
})

describe('recent sign-in', () => {
  const changes: Record<string, (user: User) => Promise<unknown>> = {
    'a new e-mail address': (user) => updateEmail(user, `other.${user.email}`),
    'a new password': (user) => updatePassword(user, 'knit two together'),
    'deleting the e-mail address': (user) => update(user, { deleteAttribute: ['EMAIL'] }),
    'deleting the password': (user) => update(user, { deleteAttribute: ['PASSWORD'] }),
    'unlinking a provider': (user) => unlink(user, 'password'),
    'deleting the account': (user) => deleteUser(user),
  }
  for (const [name, change] of Object.entries(changes)) {
    it(`is required for ${name}`, async (t) => {
      const { service, auth, user, email } = await openMary(t, shared)
      service.clock.aheadMs = sixMinutesMs
      await user.getIdToken(true)
      await assert.rejects(change(user), code('requires-recent-login'))
      assert.equal(auth.currentUser, user)
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
      await change(user)
    })
  }

  it('is required even if no sign-in method is left', async (t) => {
    const { service, user, email } = await openMary(t, shared)
    await unlink(user, 'password')
    service.clock.aheadMs = sixMinutesMs
    await assert.rejects(updateEmail(user, `other.${email}`), code('requires-recent-login'))
    await assert.rejects(deleteUser(user), code('requires-recent-login'))
  })

  it('is not required for a new display name', async (t) => {
    const { service, user } = await openMary(t, shared)
    service.clock.aheadMs = sixMinutesMs
    await updateProfile(user, { displayName: 'Mary' })
  })
})

describe('unlink of a password', () => {
  it('ends sign-in with it and frees the e-mail address', async (t) => {
    const { service, auth, user, email, audited } = await openMary(t, shared)
    await unlink(user, 'password')
    assert.deepEqual(await providersOf(user), [])
    await assert.rejects(signInWithEmailAndPassword(auth, email, password), code('invalid-credential'))
    assert.ok(audited().includes('provider-unlinked'))
    await createUserWithEmailAndPassword(openBrowser(t, service.origin).auth, email, password)
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
