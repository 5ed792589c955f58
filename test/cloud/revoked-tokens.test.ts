import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { openFirestore } from '../../src/google/open-firestore.ts'
import { createProjectCalls, type CallProject } from '../../src/google/project-calls.ts'
import { createOwner, signInWithPassword } from '../kit/accounts.ts'
import { callIdentity, sendItem, signUp, type SignedIn } from '../kit/api-client.ts'
import { openCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }
const customer = { email: 'customer@example.com', password: 'a customer’s' }

describe('cloud: a revoked token', () => {
  let cloud: CloudShop
  let callProject: CallProject
  before(async () => {
    cloud = await openCloudShop(2)
    const { SHOP_FIREBASE_PROJECT_ID: projectId = '' } = cloud.env
    callProject = createProjectCalls({ projectId, emulatorHost: new URL(cloud.identityUrl).host })
  })
  after(() => cloud[Symbol.asyncDispose]())

  const signUpCustomer = async () =>
    (await (
      await callIdentity(cloud.identityUrl, 'signUp', { ...customer, returnSecureToken: true })
    ).json()) as SignedIn

  /** Sends four requests with this ID token to each process. @returns the statuses. */
  const requestAll = async (idToken: string) => {
    const headers = { Authorization: `Bearer ${idToken}` }
    const ofEach = cloud.shops.map(async ({ url }) => [
      (await fetch(`${url}/api/me`, { headers })).status,
      (await sendItem(url, idToken, newItem)).status,
      (await fetch(`${url}/api/manage/items`, { headers })).status,
      (await fetch(`${url}/__session`, { method: 'POST', headers })).status,
    ])
    return (await Promise.all(ofEach)).flat()
  }

  const endSessions = (idToken: string) =>
    fetch(`${cloud.shops[0]?.url}/api/me/sessions`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${idToken}` },
    })

  test('is refused by every process after signing out everywhere, even if it was issued in the same second', async () => {
    const { idToken } = await signUpCustomer()
    assert.ok(!(await requestAll(idToken)).includes(401))
    const sameSecond = await signInWithPassword(cloud.identityUrl, customer.email, customer.password)
    assert.equal((await endSessions(idToken)).status, 204)
    for (const revoked of [idToken, sameSecond]) {
      assert.deepEqual(new Set(await requestAll(revoked)), new Set([401]))
      assert.equal((await endSessions(revoked)).status, 401)
    }
    const again = await signInWithPassword(cloud.identityUrl, customer.email, customer.password)
    assert.ok(!(await requestAll(again)).includes(401))
  })

  test('is refused when its account is disabled or deleted', async () => {
    const [disabled, deleted] = [await signUp(cloud.identityUrl), await signUp(cloud.identityUrl)]
    await callProject('accounts:update', { localId: disabled.localId, disableUser: true })
    await callProject('accounts:delete', { localId: deleted.localId })
    for (const { idToken } of [disabled, deleted]) {
      assert.deepEqual(new Set(await requestAll(idToken)), new Set([401]))
    }
  })

  test('of a removed owner is refused also when her document is restored: only a new sign-in counts then', async () => {
    const email = 'former@example.com'
    const idToken = await createOwner(cloud, email)
    const ofAnOwner = await requestAll(idToken)
    assert.ok(!ofAnOwner.includes(401) && !ofAnOwner.includes(403))
    const { firestore } = await openFirestore(cloud.env['SHOP_FIREBASE_PROJECT_ID'] ?? '', cloud.firestore.host)
    const [document = assert.fail()] = (await firestore.collection('owners').get()).docs
    await cloud.changeOwner('remove', email)
    await document.ref.set(document.data())
    assert.deepEqual(new Set(await requestAll(idToken)), new Set([401]))
    const again = await signInWithPassword(cloud.identityUrl, email, 'a good password')
    assert.deepEqual(await requestAll(again), ofAnOwner)
  })
})
