import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  EmailAuthProvider,
  deleteUser,
  linkWithCredential,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithEmailAndPassword,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  type User,
} from 'firebase/auth'

import { code, openBrowser, openMary, openVisitor, password } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

/** Shared by all tests of the file: generating its first key takes longer than all of them. */
const shared = await serveIdentity({ after })

const sixMinutesMs = 6 * 60_000
/** Updates without the client. Returns the error message, if any. */
async function tryUpdate(fields: object): Promise<string | undefined> {
  return (await shared.call('update', fields)).answer.error?.message
}

/** Updates without the client, which has no function for it. Throws the client's error for an old sign-in. */
async function update(user: User, fields: object): Promise<void> {
  const message = await tryUpdate({ idToken: await user.getIdToken(), ...fields })
  if (message === 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN') throw Object.assign(new Error(), code('requires-recent-login'))
  assert.equal(message, undefined)
}

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

  const additions: Record<string, (user: User, email: string) => Promise<unknown>> = {
    'linking a password': (user, email) => linkWithCredential(user, EmailAuthProvider.credential(email, password)),
    'an e-mail address and a password': (user, email) => update(user, { email, password }),
  }
  for (const [name, add] of Object.entries(additions)) {
    it(`is not required from an anonymous user for ${name}`, async (t) => {
      const { service, auth, email } = openVisitor(t, shared)
      const { user } = await signInAnonymously(auth)
      service.clock.aheadMs = sixMinutesMs
      await add(user, email)
      assert.equal((await signInWithEmailAndPassword(auth, email, password)).user.uid, user.uid)
    })
  }
})

describe('sessions after a change', () => {
  it('updatePassword: keeps a session that signed in and changed it within one second', async (t) => {
    const { user, email } = await openMary(t, shared)
    for (const next of ['knit two together', 'knit three together', 'knit four together']) {
      await updatePassword(user, next)
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, next))
    }
    await user.getIdToken(true)
  })

  it('validSince is refused, so that a stolen ID token opens no session of its own', async (t) => {
    const { email, user } = await openMary(t, shared)
    const other = openBrowser(t, shared.origin).auth
    const { user: otherSession } = await signInWithEmailAndPassword(other, email, password)
    for (const validSince of ['1', 1, '0']) {
      const { answer } = await shared.call('update', { idToken: await user.getIdToken(), validSince })
      assert.deepEqual([answer.error?.message, answer['refreshToken']], ['INSUFFICIENT_PERMISSION', undefined])
    }
    await otherSession.getIdToken(true)
  })

  it('rejects a token that is revoked while the password is hashed', async (t) => {
    const { auth, email, user } = await openMary(t, shared)
    const idToken = await user.getIdToken()
    shared.clock.aheadMs = 2000
    const [first, second] = await Promise.all([
      tryUpdate({ idToken, password: 'the one that came first' }),
      tryUpdate({ idToken, password: 'the one that came second' }),
    ])
    const errors = [first, second].filter((error) => error !== undefined)
    assert.deepEqual(errors, ['TOKEN_EXPIRED'])
    const winner = first ? 'the one that came second' : 'the one that came first'
    await signInWithEmailAndPassword(auth, email, winner)
  })
})
