import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  EmailAuthProvider,
  deleteUser,
  linkWithCredential,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  updateEmail,
  updatePassword,
} from 'firebase/auth'

import { code, openMary, openVisitor, password } from './test-support-client.ts'
import { caller, serveIdentity } from './test-support-identity.ts'

/** Shared by all tests of the file: generating its first key takes longer than all of them. */
const shared = await serveIdentity({ after })

type Mary = Awaited<ReturnType<typeof openMary>>

const disable = ({ user }: Mary) => shared.sql(`UPDATE accounts SET disabled = 1 WHERE uid = '${user.uid}'`)
const createCustomToken = ({ user: { uid } }: Mary) => shared.identity().administration.createCustomToken({ uid })
const update = async ({ user }: Mary, fields: object) => {
  const { status } = await shared.call('update', { idToken: await user.getIdToken(), ...fields })
  assert.equal(status, 200)
}

/** What is done to an account with a password, and the events after its creation. */
const actions: Readonly<Record<string, readonly [action: (mary: Mary) => Promise<unknown>, events: string[]]>> = {
  'a sign-in with a password': [
    ({ auth, email }) => signInWithEmailAndPassword(auth, email.toUpperCase(), password),
    ['signed-in'],
  ],
  'a correct password of a disabled account': [
    async (mary) => {
      disable(mary)
      await assert.rejects(signInWithEmailAndPassword(mary.auth, mary.email, password), code('user-disabled'))
    },
    ['sign-in-refused'],
  ],
  'a refresh token of an ended session': [
    async ({ user }) => {
      await shared.identity().endSessions(user.uid, caller)
      await assert.rejects(user.getIdToken(true), code('user-token-expired'))
    },
    ['tokens-revoked', 'sign-in-refused'],
  ],
  'a sign-in with a custom token': [
    async (mary) => signInWithCustomToken(mary.auth, await createCustomToken(mary)),
    ['custom-token-made', 'signed-in'],
  ],
  'a forged custom token and one of a disabled account': [
    async (mary) => {
      await assert.rejects(signInWithCustomToken(mary.auth, 'forged'), code('invalid-custom-token'))
      const token = await createCustomToken(mary)
      disable(mary)
      await assert.rejects(signInWithCustomToken(mary.auth, token), code('user-disabled'))
    },
    ['sign-in-refused', 'custom-token-made', 'sign-in-refused'],
  ],
  'a new e-mail address and password': [
    async ({ user, email }) => {
      await updateEmail(user, `other.${email}`)
      await updatePassword(user, 'knit two together')
    },
    ['email-changed', 'password-changed'],
  ],
  'an unlinked password and a deleted account': [
    async (mary) => {
      await update(mary, { deleteAttribute: ['PASSWORD'] })
      await deleteUser(mary.user)
    },
    ['provider-unlinked', 'account-removed'],
  ],
}

describe('audit log', () => {
  for (const [what, [action, events]] of Object.entries(actions)) {
    it(`records ${what}`, async (t) => {
      const mary = await openMary(t, shared)
      await action(mary)
      assert.deepEqual(mary.audited(), ['account-created', ...events])
    })
  }

  it('records a password that an anonymous user adds, not the anonymous sign-up', async (t) => {
    const { auth, email, audited } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    await linkWithCredential(user, EmailAuthProvider.credential(email, password))
    assert.deepEqual(audited(), ['provider-linked'])
  })

  it('records nothing for an unknown refresh token', async (t) => {
    const { audited } = openVisitor(t, shared)
    assert.equal((await shared.refresh('none')).status, 400)
    assert.deepEqual(audited(), [])
  })
})
