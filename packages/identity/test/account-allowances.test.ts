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

import { serveIdentity } from './test-support-identity.ts'
import { openShop } from './test-support-mail.ts'
import { code, openMary, openVisitor, password } from './test-support-visitors.ts'

const shared = await serveIdentity({ after })
const tooMany = code('too-many-requests')

async function useUp(act: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 30; times++) await act()
}

describe('an account that was changed thirty times in a minute', () => {
  it('is asked to wait by each method that changes it, and may be looked up', async (t) => {
    const { service, user } = await openMary(t, shared)
    await useUp(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(updateProfile(user, { displayName: 'Anne' }), tooMany)
    await assert.rejects(deleteUser(user), tooMany)
    const idToken = await user.getIdToken()
    const token = await service.identity().administration.createCustomToken({ uid: user.uid })
    const refused: [path: string, fields: object][] = [
      ['/v1/accounts:update', { idToken, displayName: 'Anne' }],
      ['/v1/accounts:delete', { idToken }],
      ['/v2/accounts:revokeToken', { idToken, providerId: 'password', token: user.refreshToken }],
      ['/v1/accounts:sendOobCode', { idToken, requestType: 'VERIFY_EMAIL' }],
      ['/v1/accounts:sendOobCode', { idToken, requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'anne@example.com' }],
      ['/v1/accounts:signInWithPassword', { email: user.email, password }],
      ['/v1/accounts:signInWithCustomToken', { token }],
    ]
    for (const [path, fields] of refused) {
      const answer = await service.callToolkit(path, fields)
      const { error } = (await answer.json()) as { error: { message: string } }
      assert.deepEqual([answer.status, error.message], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'], path)
      assert.match(answer.headers.get('Retry-After') ?? '', /^2$/, path)
    }
    await user.reload()
  })

  it('goes on after a minute, and others meanwhile', async (t) => {
    const { service, user } = await openMary(t, shared)
    await useUp(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(updateProfile(user, { displayName: 'Anne' }), tooMany)
    const visitor = openVisitor(t, service)
    await updateProfile((await signInAnonymously(visitor.auth)).user, { displayName: 'Ruth' })
    service.clock.aheadMs = 60_000
    await updateProfile(user, { displayName: 'Anne' })
  })

  it('is given no password meanwhile', async (t) => {
    const { auth, email } = openVisitor(t, shared)
    const { user } = await signInAnonymously(auth)
    await useUp(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(linkWithCredential(user, EmailAuthProvider.credential(email, password)), tooMany)
    assert.ok(user.isAnonymous)
  })

  it('is refused a link by mail, too', async (t) => {
    const { auth } = await openShop(t)
    const { user } = await createUserWithEmailAndPassword(auth, 'mary@example.com', password)
    await useUp(() => updateProfile(user, { displayName: 'Mary' }))
    await assert.rejects(sendEmailVerification(user), tooMany)
  })
})

describe('refreshing too often', () => {
  it('signs nobody out, and says when to come back', async (t) => {
    const { service, auth, email, user } = await openMary(t, shared)
    const body = () => new URLSearchParams({ grant_type: 'refresh_token', refresh_token: user.refreshToken })
    const statuses = new Set<number>()
    for (let times = 0; times < 200 && !statuses.has(429); times++) {
      statuses.add((await service.post('/securetoken.googleapis.com/v1/token', body())).status)
    }
    assert.deepEqual([...statuses], [200, 429])
    const refused = await service.post('/securetoken.googleapis.com/v1/token', body())
    assert.equal(await refused.text(), 'TOO_MANY_ATTEMPTS_TRY_LATER')
    assert.match(refused.headers.get('Retry-After') ?? '', /^2$/)
    await assert.rejects(user.getIdToken(true), code('network-request-failed'))
    assert.equal(auth.currentUser?.uid, user.uid)
    service.clock.aheadMs = 60_000
    await user.getIdToken(true)
    await signInWithEmailAndPassword(auth, email, password)
  })
})
