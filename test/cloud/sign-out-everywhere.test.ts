import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'

import type { CallProject } from '../../src/google/project-calls.ts'
import { createLog } from '../../src/log.ts'
import { createEndSessions } from '../../src/owners/firebase-sessions.ts'
import { createOwner } from '../kit/accounts.ts'
import { callIdentity, type SignedIn } from '../kit/api-client.ts'
import { openCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'
import { testSignOutEverywhere } from '../suites/sign-out-everywhere.ts'

const shop = await openCloudShop()
const project = `${shop.identityUrl}/identitytoolkit.googleapis.com/v1/projects/${shop.env['SHOP_FIREBASE_PROJECT_ID']}`

/** The emulator still refreshes tokens. Firebase refuses those issued before `validSince`. */
testSignOutEverywhere('cloud', shop, shop.shops[0]!, async ({ localId }) => {
  const answer = await fetch(`${project}/accounts:lookup`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify({ localId: [localId] }),
  })
  const { users } = (await answer.json()) as { users: readonly { validSince?: string }[] }
  return users[0]?.validSince !== undefined
})

describe('cloud: signing an owner out everywhere', () => {
  let cloud: CloudShop
  before(async () => (cloud = await openCloudShop()))
  after(() => cloud[Symbol.asyncDispose]())

  /** Signs a user of Google's in, or links them to the account of an ID token. */
  const signInWithGoogle = async (sub: string, idToken?: string) => {
    const postBody = new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify({ sub }) }).toString()
    const fields = { requestUri: 'http://localhost', postBody, returnSecureToken: true, idToken }
    return (await (await callIdentity(cloud.identityUrl, 'signInWithIdp', fields)).json()) as SignedIn
  }
  const endSessions = async (idToken: string) => {
    const headers = { Authorization: `Bearer ${idToken}` }
    return (await fetch(`${cloud.url}/api/me/sessions`, { method: 'DELETE', headers })).status
  }

  test('ends the provider that a thief has linked', async () => {
    const owner = await createOwner(cloud, 'mary@example.com')
    const { localId } = await signInWithGoogle('thief', owner)
    assert.equal((await signInWithGoogle('thief')).localId, localId)
    assert.equal(await endSessions(owner), 204)
    assert.notEqual((await signInWithGoogle('thief')).localId, localId)
  })

  test('keeps the provider that she is signed in with', async () => {
    const owner = await createOwner(cloud, 'nora@example.com')
    const { localId } = await signInWithGoogle('nora', owner)
    assert.equal(await endSessions((await signInWithGoogle('nora')).idToken), 204)
    assert.equal((await signInWithGoogle('nora')).localId, localId)
  })
})

const visitor = {
  uid: 'any-user',
  verifiedEmail: undefined,
  isAnonymous: false,
  signInProvider: 'password',
  signedInAt: new Date(),
}
const caller = { address: toAddress('127.0.0.1'), origin: '' }

test('createEndSessions: a provider that a thief links to an owner’s account until the thief’s sessions end is ended, too', async () => {
  const linked = new Set(['google.com'])
  let updates = 0
  const call: CallProject = async (method, { deleteProvider = [] }: { deleteProvider?: readonly string[] }) => {
    if (method === 'accounts:lookup') {
      return { users: [{ providerUserInfo: ['password', ...linked].map((providerId) => ({ providerId })) }] }
    }
    for (const id of deleteProvider) linked.delete(id)
    if (++updates === 1) linked.add('oidc.thief')
    return {}
  }
  await createEndSessions({ call, owners: { has: async () => true }, log: createLog() })(visitor, caller)
  assert.deepEqual([linked, updates], [new Set(), 4])
})

test('createEndSessions: fails with storage-unavailable when Firebase refuses the call', async () => {
  const call = () => Promise.reject(new Error('PERMISSION_DENIED'))
  const endSessions = createEndSessions({ call, owners: { has: async () => false }, log: createLog() })
  await assert.rejects(endSessions(visitor, caller), {
    code: 'storage-unavailable',
    message: /couldn’t be signed out everywhere/,
  })
})
