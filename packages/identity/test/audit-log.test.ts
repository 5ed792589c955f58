import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import { deleteUser, signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth'

import { code, openMary, openVisitor, password } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

/** Shared by all tests of the file: generating its first key takes longer than all of them. */
const shared = await serveIdentity({ after })

describe('audit log', () => {
  it('records a correct password of a disabled account', async (t) => {
    const { auth, email, user, audited } = await openMary(t, shared)
    shared.sql(`UPDATE accounts SET disabled = 1 WHERE uid = '${user.uid}'`)
    await assert.rejects(signInWithEmailAndPassword(auth, email, password), code('user-disabled'))
    assert.deepEqual(audited(), ['account-created', 'sign-in-refused'])
  })

  it('records a refresh token of an ended session', async (t) => {
    const { user, audited } = await openMary(t, shared)
    await shared.identity().endSessions(user.uid, { address: '127.0.0.1', origin: '' })
    await assert.rejects(user.getIdToken(true), code('user-token-expired'))
    assert.deepEqual(audited(), ['account-created', 'tokens-revoked', 'sign-in-refused'])
  })

  it('records a forged custom token and one of a disabled account', async (t) => {
    const { auth, user, audited } = await openMary(t, shared)
    await assert.rejects(signInWithCustomToken(auth, 'forged'), code('invalid-custom-token'))
    const token = await shared.identity().administration.createCustomToken({ uid: user.uid })
    shared.sql(`UPDATE accounts SET disabled = 1 WHERE uid = '${user.uid}'`)
    await assert.rejects(signInWithCustomToken(auth, token), code('user-disabled'))
    assert.deepEqual(audited(), ['account-created', 'sign-in-refused', 'custom-token-made', 'sign-in-refused'])
  })

  it('records an unlinked password and a deleted account', async (t) => {
    const { user, audited } = await openMary(t, shared)
    const fields = { idToken: await user.getIdToken(), deleteAttribute: ['PASSWORD'] }
    assert.equal((await shared.callToolkit('/v1/accounts:update', fields)).status, 200)
    await deleteUser(user)
    assert.deepEqual(audited(), ['account-created', 'provider-unlinked', 'account-removed'])
  })

  it('records nothing for an unknown refresh token', async (t) => {
    const { audited } = openVisitor(t, shared)
    const fields = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' })
    assert.equal((await shared.post('/securetoken.googleapis.com/v1/token', fields)).status, 400)
    assert.deepEqual(audited(), [])
  })
})
