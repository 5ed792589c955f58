import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'

import {
  EmailAuthProvider,
  createUserWithEmailAndPassword,
  deleteUser,
  linkWithCredential,
  sendEmailVerification,
  signInAnonymously,
  signInWithEmailAndPassword,
  updateProfile,
} from 'firebase/auth'

import { openShop } from './test-support-action-links.ts'
import { code, openMary, openVisitor, password } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

const shared = await serveIdentity({ after })
const tooMany = code('too-many-requests')

async function repeat30Times(action: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 30; times++) await action()
}

describe('rate limit of account changes', () => {
  it('after 30 changes in a minute: methods that change the account answer 429, lookup works', async (t) => {
    const { service, user } = await openMary(t, shared)
    await repeat30Times(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(updateProfile(user, { displayName: 'Anne' }), tooMany)
    await assert.rejects(deleteUser(user), tooMany)
    const idToken = await user.getIdToken()
    const token = await service.identity().administration.createCustomToken({ uid: user.uid })
    const limited: [path: string, fields: object][] = [
      ['/v1/accounts:update', { idToken, displayName: 'Anne' }],
      ['/v1/accounts:delete', { idToken }],
      ['/v2/accounts:revokeToken', { idToken, providerId: 'password', token: user.refreshToken }],
      ['/v1/accounts:sendOobCode', { idToken, requestType: 'VERIFY_EMAIL' }],
      ['/v1/accounts:sendOobCode', { idToken, requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'anne@example.com' }],
      ['/v1/accounts:signInWithPassword', { email: user.email, password }],
      ['/v1/accounts:signInWithCustomToken', { token }],
    ]
    for (const [path, fields] of limited) {
      const answer = await service.callToolkit(path, fields)
      const { error } = (await answer.json()) as { error: { message: string } }
      assert.deepEqual([answer.status, error.message], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'], path)
      assert.match(answer.headers.get('Retry-After') ?? '', /^2$/, path)
    }
    await user.reload()
  })

  it('ends after a minute and does not affect other accounts', async (t) => {
    const { service, user } = await openMary(t, shared)
    await repeat30Times(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(updateProfile(user, { displayName: 'Anne' }), tooMany)
    const other = openVisitor(t, service)
    await updateProfile((await signInAnonymously(other.auth)).user, { displayName: 'Ruth' })
    service.clock.aheadMs = 60_000
    await updateProfile(user, { displayName: 'Anne' })
  })

  it('applies to linking a password', async (t) => {
    const { auth, email } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    await repeat30Times(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(linkWithCredential(user, EmailAuthProvider.credential(email, password)), tooMany)
    assert.ok(user.isAnonymous)
  })

  it('applies to sending an action link', async (t) => {
    const { auth } = await openShop(t)
    const { user } = await createUserWithEmailAndPassword(auth, 'mary@example.com', password)
    await repeat30Times(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(sendEmailVerification(user), tooMany)
  })
})

describe('rate limit of token refreshes', () => {
  it('keeps the user signed in and sends Retry-After', async (t) => {
    const { service, auth, email, user } = await openMary(t, shared)
    const statuses = new Set<number>()
    for (let times = 0; times < 200 && !statuses.has(429); times++) {
      statuses.add((await service.refresh(user.refreshToken)).status)
    }
    assert.deepEqual([...statuses], [200, 429])
    const refused = await service.refresh(user.refreshToken)
    assert.equal(await refused.text(), 'TOO_MANY_ATTEMPTS_TRY_LATER')
    assert.match(refused.headers.get('Retry-After') ?? '', /^2$/)
    await assert.rejects(user.getIdToken(true), code('network-request-failed'))
    assert.equal(auth.currentUser?.uid, user.uid)
    service.clock.aheadMs = 60_000
    await user.getIdToken(true)
    await signInWithEmailAndPassword(auth, email, password)
  })
})
