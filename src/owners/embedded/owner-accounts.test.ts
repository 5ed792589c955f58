import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { defaultSettings, type Mailer, type ProviderSettings } from '@stockinette/identity'
import { toAddress } from '@stockinette/rate-limit/address.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { openProvider } from '../../../packages/identity/src/federation/test-support.ts'
import { openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { createAccess } from '../access.ts'
import { claimingContract } from '../claiming.contract.ts'
import { createPermissions } from '../permissions.ts'
import { openEmbeddedIdentity } from './identity.ts'
import { callIdentity, requestIdentity } from './test-support.ts'

const projectId = 'demo-shop'
const origin = 'http://localhost'

/** An empty data folder with the identity service and the list of owners. */
async function open(
  t: TestContext,
  now = () => new Date(),
  providers: readonly ProviderSettings[] = [],
  mailer?: Mailer,
) {
  const dataDir = temporaryFolder(t)
  const database = openShopDatabase({ path: dataDir })
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const settings = { ...defaultSettings, providers, isRateLimited: false }
  const opened = await openEmbeddedIdentity({ database, dataDir, projectId, log, mailer, settings, now })
  const { identity, owners } = opened
  t.after(async () => {
    await identity.close()
    database.close()
  })
  const access = createAccess({ keySet: identity.keySet, sessions: identity.openSessions, projectId, now })
  const permissions = createPermissions({ owners, whoMayAdd: async () => null, isPreview: true })
  const call = (method: string, fields: object) => requestIdentity(identity, `accounts:${method}`, fields)
  return {
    ...opened,
    call,
    identify: (idToken: string) => access.identify(`Bearer ${idToken}`),
    manage: async (idToken: string) => permissions.requireMayManage(await access.identify(`Bearer ${idToken}`)),
    audited: () => lines.flatMap((line) => (JSON.parse(line) as { audit?: string }).audit ?? []),
  }
}

claimingContract('embedded service', (t) => open(t))

describe('an owner of the embedded service', () => {
  test('adding and removing are in the audit log', async (t) => {
    const { claiming, audited } = await open(t)
    await claiming.add('ann@example.com', origin)
    await claiming.remove('ann@example.com')
    assert.deepEqual(audited(), ['account-created', 'owner-added', 'owner-removed'])
  })

  test('a stranger who signed up with her address does not become the owner', async (t) => {
    const clock = { now: Date.parse('2026-03-01T12:00:00.100Z') }
    const { call, claiming, identify, manage } = await open(t, () => new Date(clock.now))
    const stranger = { email: 'maker@example.com', password: 'a stranger’s', returnSecureToken: true }
    const { idToken } = (await (await call('signUp', stranger)).json()) as { idToken: string }
    await identify(idToken)
    clock.now += 400
    await claiming.add(stranger.email, origin)
    const update = await call('update', { idToken, password: 'mine123' })
    assert.equal(((await update.json()) as { error: { message: string } }).error.message, 'TOKEN_EXPIRED')
    await assert.rejects(manage(idToken), { code: 'not-signed-in' })
  })
})

test('reset: an owner whose account has lost its address, in an earlier version, is removed and added again', async (t) => {
  const { call, claiming, manage, owners } = await open(t)
  const email = 'ann@example.com'
  const owner = await claiming.addFirst(email, { text: 'a good password', address: toAddress('203.0.113.7') })
  const signedIn = await call('signInWithPassword', { email, password: 'a good password', returnSecureToken: true })
  const { idToken } = (await signedIn.json()) as { idToken: string }
  await owners.remove(owner.uid) // Only an account that is not an owner's may lose its address.
  assert.equal((await call('update', { idToken, deleteAttribute: ['EMAIL'] })).status, 200)
  await owners.add(owner)
  await manage(idToken)
  await assert.rejects(claiming.reset(email, origin), { message: /has no address: owner remove ann@.*owner add ann@/ })
  await claiming.remove(email)
  await claiming.add(email, origin)
  await assert.rejects(manage(idToken), { code: 'not-allowed' })
})

describe('a password that many people use, or of less than ten characters,', () => {
  const start = async (t: TestContext) => {
    const shop = await open(t)
    const problemOf = async (method: string, fields: object) => {
      const answer = (await (await shop.call(method, fields)).json()) as { error?: { message: string } }
      return answer.error?.message.split(' : ')[0]
    }
    return { ...shop, problemOf }
  }
  const weak = ['nine char', 'password123']

  test('is refused for an owner: by the link of `owner add`, and as a new password', async (t) => {
    const { call, claiming, problemOf } = await start(t)
    const email = 'ann@example.com'
    const { link } = await claiming.add(email, origin)
    const oobCode = new URL(link).searchParams.get('oobCode')
    for (const newPassword of weak)
      assert.equal(await problemOf('resetPassword', { oobCode, newPassword }), 'PASSWORD_TOO_WEAK')
    assert.equal(await problemOf('resetPassword', { oobCode, newPassword: 'a good password' }), undefined)
    const signIn = { email, password: 'a good password', returnSecureToken: true }
    const { idToken } = (await (await call('signInWithPassword', signIn)).json()) as { idToken: string }
    for (const password of weak) assert.equal(await problemOf('update', { idToken, password }), 'PASSWORD_TOO_WEAK')
    assert.equal(await problemOf('update', { idToken, password: 'another good one' }), undefined)
  })

  test('is refused when the shop is claimed, which leaves it unclaimed', async (t) => {
    const { claiming, owners } = await start(t)
    const address = toAddress('203.0.113.7')
    for (const text of weak) {
      await assert.rejects(claiming.addFirst('ann@example.com', { text, address }), { code: 'invalid-claim' })
    }
    assert.equal(await owners.isClaimed(), false)
  })

  test('is allowed for anybody else, from six characters on', async (t) => {
    const { problemOf } = await start(t)
    assert.equal(await problemOf('signUp', { email: 'ann@example.com', password: 'secret' }), undefined)
  })
})

test('each owner is told of a provider that an owner has linked, and of no other’s', async (t) => {
  const provider = await openProvider(t, { mary: {}, customer: {} })
  const shop = await open(t, undefined, [{ id: 'oidc.wool', issuer: provider.issuer, clientIds: ['shop'] }])
  const password = 'a good password'
  const link = async (email: string, sub: string) => {
    const signedIn = await shop.call('signInWithPassword', { email, password, returnSecureToken: true })
    const { idToken } = (await signedIn.json()) as { idToken: string }
    const postBody = `providerId=oidc.wool&id_token=${await provider.signIn(sub)}`
    const linked = await shop.call('signInWithIdp', { requestUri: origin, postBody, idToken, returnSecureToken: true })
    assert.equal(linked.status, 200)
  }
  const { uid } = await shop.claiming.addFirst('mary@example.com', {
    text: password,
    address: toAddress('203.0.113.7'),
  })
  await shop.call('signUp', { email: 'customer@example.com', password })
  await link('customer@example.com', 'customer')
  assert.deepEqual(await shop.notices.listFor(uid), [])
  await link('mary@example.com', 'mary')
  const [notice] = await shop.notices.listFor(uid)
  assert.deepEqual([notice?.kind, notice?.by, notice?.about], ['provider', 'mary@example.com', 'oidc.wool'])
})

describe('of the account of an owner, each owner is told', () => {
  const email = 'mary@example.com'
  const password = 'a good password'

  const start = async (t: TestContext) => {
    const sent = new Map<string, string>()
    const mailer: Mailer = {
      async send({ kind, link }) {
        sent.set(kind, link)
        return 'accepted'
      },
    }
    const shop = await open(t, undefined, [], mailer)
    const call = (method: string, fields: object) => callIdentity(shop.identity, `accounts:${method}`, fields)
    const codeOf = (link = '') => new URL(link).searchParams.get('oobCode')
    return {
      claiming: shop.claiming,
      call,
      setPassword: (link?: string) => call('resetPassword', { oobCode: codeOf(link), newPassword: password }),
      signIn: async () => (await call('signInWithPassword', { email, password, returnSecureToken: true }))['idToken'],
      mailed: (kind: string) => sent.get(kind),
      codeOf,
      notices: async () => {
        const [owner] = await shop.owners.list()
        return (await shop.notices.listFor(owner?.uid ?? '')).map(({ kind, by, about }) => [kind, by, about])
      },
    }
  }

  test('that a mailed link set its password, also its first one, and nothing of the links of the operator', async (t) => {
    const { claiming, call, mailed, notices, setPassword, signIn } = await start(t)
    await setPassword((await claiming.add(email, origin)).link)
    await setPassword((await claiming.reset(email, origin)).link)
    assert.deepEqual(await notices(), [])
    await call('update', { idToken: await signIn(), deleteAttribute: ['PASSWORD'] })
    await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    await setPassword(mailed('resetPassword'))
    assert.deepEqual(await notices(), [['password', email, '']])
  })

  test('that it has another address', async (t) => {
    const { claiming, call, codeOf, mailed, notices, setPassword, signIn } = await start(t)
    await setPassword((await claiming.add(email, origin)).link)
    const newEmail = 'eve@evil.example'
    await call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: await signIn(), newEmail })
    await call('update', { oobCode: codeOf(mailed('verifyAndChangeEmail')) })
    assert.deepEqual(await notices(), [['address', email, newEmail]])
  })
})
