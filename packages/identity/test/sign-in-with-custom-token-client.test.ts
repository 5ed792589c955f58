import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { getAdditionalUserInfo, signInWithCustomToken } from 'firebase/auth'
import { SignJWT, decodeJwt, generateKeyPair } from 'jose'

import { openBrowser } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

describe('custom token', () => {
  it('signs in to an account with its id and claims', async (t) => {
    const service = await serveIdentity(t)
    const auth = openBrowser(t, service.origin).auth
    const token = await service.identity().administration.createCustomToken({ uid: 'mary', claims: { admin: true } })
    const first = await signInWithCustomToken(auth, token)
    assert.equal(first.user.uid, 'mary')
    assert.equal(first.user.isAnonymous, false)
    assert.equal(getAdditionalUserInfo(first)?.isNewUser, true)
    const { claims, signInProvider } = await first.user.getIdTokenResult()
    assert.deepEqual([signInProvider, claims['admin']], ['custom', true])
    assert.equal((await first.user.getIdTokenResult(true)).claims['admin'], true)
    const second = await signInWithCustomToken(auth, token)
    assert.equal(getAdditionalUserInfo(second)?.isNewUser, false)
    assert.deepEqual(service.auditedWithReasons(), ['custom-token-made', 'account-created', 'signed-in', 'signed-in'])
  })

  it('is rejected if it was signed with another key', async (t) => {
    const service = await serveIdentity(t)
    const auth = openBrowser(t, service.origin).auth
    const payload = decodeJwt(await service.identity().administration.createCustomToken({ uid: 'mary' }))
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT(payload).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    await assert.rejects(signInWithCustomToken(auth, forged), { code: 'auth/invalid-custom-token' })
    assert.equal(auth.currentUser, null)
  })

  it('is rejected if the account is disabled', async (t) => {
    const service = await serveIdentity(t)
    const auth = openBrowser(t, service.origin).auth
    const token = await service.identity().administration.createCustomToken({ uid: 'mary' })
    await signInWithCustomToken(auth, token)
    service.sql('UPDATE accounts SET disabled = 1')
    await assert.rejects(signInWithCustomToken(auth, token), { code: 'auth/user-disabled' })
  })
})
