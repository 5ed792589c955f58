import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { openAuthProject } from '../../packages/identity/conformance/auth-emulator.ts'
import { listLinks } from '../../packages/identity/conformance/users.ts'
import { describeOwners } from '../../src/cli/owner.ts'
import { createProjectCalls } from '../../src/google/project-calls.ts'
import { createAccess } from '../../src/owners/access.ts'
import { claimingContract } from '../../src/owners/claiming.contract.ts'
import { createClaiming } from '../../src/owners/claiming.ts'
import { createFirebaseAccounts } from '../../src/owners/firebase-accounts.ts'
import { createFirestoreOwners } from '../../src/owners/firestore-owners.ts'
import { signInWithPassword } from '../kit/accounts.ts'
import { callIdentity } from '../kit/api-client.ts'
import { newProjectId, openDatabase } from './firestore-emulator.ts'

async function open(t: TestContext) {
  const auth = await openAuthProject(newProjectId())
  const { origin, projectId } = auth
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const owners = createFirestoreOwners(await connect())
  const callProject = createProjectCalls({ projectId, emulatorHost: new URL(origin).host })
  const accounts = createFirebaseAccounts(callProject, 'any')
  return {
    auth,
    owners,
    callProject,
    accounts,
    claiming: createClaiming({ owners, accounts, notify: async () => undefined }),
    call: (method: string, fields: object) => callIdentity(origin, method, fields),
  }
}

claimingContract('Firebase Authentication', open)

const shop = 'https://shop.example'
const former = 'stranger@example.com'
const email = 'mary@example.com'

/** Signs a stranger up, whose account then takes the owner's address. @returns how to undo that change by the mailed link. */
async function startWithMovedAccount(t: TestContext) {
  const opened = await open(t)
  const { auth, call } = opened
  const answer = await call('signUp', { email: former, password: 'a stranger’s', returnSecureToken: true })
  const { idToken, localId } = (await answer.json()) as { idToken: string; localId: string }
  assert.equal((await call('update', { idToken, email, returnSecureToken: true })).status, 200)
  const [link] = await listLinks(auth, former)
  assert.equal(link?.requestType, 'RECOVER_EMAIL')
  return { ...opened, localId, recover: () => call('update', { oobCode: link?.oobCode }) }
}

async function setPassword(
  call: (method: string, fields: object) => Promise<Response>,
  link: string,
  newPassword = 'her own',
): Promise<void> {
  const oobCode = new URL(link).searchParams.get('oobCode')
  assert.equal((await call('resetPassword', { oobCode, newPassword })).status, 200)
}

describe('Firebase Authentication: owner add and owner reset of an account with a changed address', () => {
  test('owner add: the link mailed to the former address is worthless afterwards', async (t) => {
    const { auth, call, claiming, localId, recover } = await startWithMovedAccount(t)
    const { link } = await claiming.add(email, shop)
    assert.equal((await recover()).status, 400)
    await setPassword(call, link)
    assert.equal((await recover()).status, 400)
    await signInWithPassword(auth.origin, email, 'her own')
    const [owner, ...others] = await claiming.list()
    assert.deepEqual([owner?.email, others], [email, []])
    assert.notEqual(owner?.uid, localId)
  })

  test('owner add: the link mailed to the former address is worthless even if the new address was verified', async (t) => {
    const { callProject, claiming, localId, recover } = await startWithMovedAccount(t)
    await callProject('accounts:update', { localId, emailVerified: true })
    await claiming.add(email, shop)
    assert.equal((await recover()).status, 400)
  })

  test('owner reset: an unverified owner gets a new account, and the old one is no longer an owner', async (t) => {
    const { auth, call, callProject, claiming, owners } = await startWithMovedAccount(t)
    await claiming.add(email, shop)
    const [first] = await claiming.list()
    await callProject('accounts:update', { localId: first?.uid, emailVerified: false })
    const { link } = await claiming.reset(email, shop)
    const [second, ...others] = await claiming.list()
    assert.ok(first && second)
    assert.notEqual(second.uid, first.uid)
    assert.deepEqual(others, [])
    assert.equal(
      await owners.has({ uid: first.uid, verifiedEmail: email, signedInAt: new Date(Date.now() + 60_000) }),
      false,
    )
    await setPassword(call, link)
    await signInWithPassword(auth.origin, email, 'her own')
  })

  test('owner reset: a link that a thief had mailed before to change the address makes nobody an owner', async (t) => {
    const { auth, call, claiming, owners } = await open(t)
    const access = createAccess({ keySet: 'unsigned', projectId: auth.projectId })
    const signIn = async (address: string, password: string) => {
      const idToken = await signInWithPassword(auth.origin, address, password)
      return { idToken, isOwner: await owners.has(await access.identify(`Bearer ${idToken}`)) }
    }
    await setPassword(call, (await claiming.add(email, shop)).link, 'stolen later')
    const { idToken } = await signIn(email, 'stolen later')
    await call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: former })
    const [changing] = await listLinks(auth, email)
    assert.equal(changing?.requestType, 'VERIFY_AND_CHANGE_EMAIL')
    await setPassword(call, (await claiming.reset(email, shop)).link)
    assert.equal((await signIn(email, 'her own')).isOwner, true)
    assert.equal((await call('update', { oobCode: changing.oobCode })).status, 200)
    const thief = await signIn(former, 'her own')
    assert.equal(thief.isOwner, false)
    assert.match(describeOwners(await claiming.list()), /the account has another address now: stranger@example\.com$/)
    assert.equal((await call('update', { idToken: thief.idToken, email })).status, 200)
    assert.equal((await signIn(email, 'her own')).isOwner, false)
  })

  test('owner add: a verified account with an unchanged address keeps its id, and its tokens are revoked', async (t) => {
    const { call, callProject, claiming } = await open(t)
    const customer = { email, password: 'a customer’s', returnSecureToken: true }
    const { localId } = (await (await call('signUp', customer)).json()) as { localId: string }
    await callProject('accounts:update', { localId, emailVerified: true })
    // Issued in the same second as the command.
    const { idToken } = (await (await call('signInWithPassword', customer)).json()) as { idToken: string }
    await claiming.add(email, shop)
    assert.equal((await claiming.list())[0]?.uid, localId)
    const refused = await call('update', { idToken, email: former, returnSecureToken: true })
    assert.match(await refused.text(), /TOKEN_EXPIRED/)
  })
})
