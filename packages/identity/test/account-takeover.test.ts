import assert from 'node:assert/strict'
import { after, describe, test, type TestContext } from 'node:test'

import { applyActionCode, sendPasswordResetEmail, updateEmail, verifyBeforeUpdateEmail } from 'firebase/auth'

import { openProvider } from '../src/federation/test-support.ts'
import { mary, openShop, openVerified, password as maryPassword } from './test-support-action-links.ts'
import { caller, reclaim, type Answer, type Service } from './test-support-identity.ts'

const ownerEmail = 'owner@shop.example'
const attackerEmail = 'a@evil.example'
const password = 'the attacker’s own'
const requestUri = 'http://localhost'

const provider = await openProvider(
  { after },
  {
    owner: { email: ownerEmail, email_verified: true, name: 'Mary' },
    attacker: { name: 'Eve' },
  },
)

/**
 * An attacker sets up an account with the owner's e-mail address before she signs up: with a password, a profile, a linked
 * provider, and every code available. The account had the attacker's verified address before.
 */
async function prepareTakeover(t: TestContext) {
  const providers = ['oidc.wool', 'oidc.yarn'].map((id) => ({ id, issuer: provider.issuer, clientIds: ['shop'] }))
  const { service, mailer, openLink } = await openShop(t, { settings: { isRateLimited: false, providers } })
  const { call } = service
  const get = async (method: string, fields: object): Promise<Answer> => {
    const { status, answer } = await call(method, fields)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer
  }
  const signInAt = async (providerId: string, who: string, fields: object = {}) =>
    call('signInWithIdp', {
      requestUri,
      postBody: `providerId=${providerId}&id_token=${await provider.signIn(who)}`,
      ...fields,
    })

  const { idToken: first, localId } = await get('signUp', { email: attackerEmail, password })
  await get('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: first })
  await get('update', { oobCode: (await openLink()).code })
  const { idToken: second } = await get('update', { idToken: first, email: ownerEmail })
  const recover = await openLink()
  assert.deepEqual([recover.to, recover.action.operation], [attackerEmail, 'RECOVER_EMAIL'])
  await get('update', { idToken: second, displayName: 'Eve', photoUrl: 'https://evil.example/eve.png' })
  const linked = await signInAt('oidc.yarn', 'attacker', { idToken: second })
  const { idToken, refreshToken } = linked.answer
  await get('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'b@evil.example' })
  const change = await openLink()
  await get('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const verify = await openLink()
  await get('sendOobCode', { requestType: 'PASSWORD_RESET', email: ownerEmail })
  const reset = await openLink()
  await get('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: ownerEmail })
  const link = await openLink()
  const attacker = { localId, refreshToken, codes: { recover, change, verify, reset, link } }
  // The owner signs in at half past a later second: a provider's tokens have whole seconds.
  t.mock.timers.enable({ apis: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 + 500 })
  return { service, mailer, openLink, call, get, signInAt, attacker }
}

type Takeover = Awaited<ReturnType<typeof prepareTakeover>>

/** How the account passes to its owner. Each signs her in. */
const ways: Readonly<Record<string, (takeover: Takeover) => Promise<Answer>>> = {
  async 'owner add'({ service, get }) {
    const { link } = reclaim(service.identity(), ownerEmail)
    await get('resetPassword', { oobCode: new URL(link).searchParams.get('oobCode'), newPassword: 'her own' })
    return get('signInWithPassword', { email: ownerEmail, password: 'her own' })
  },
  async 'sign-in by e-mail link'({ openLink, get }) {
    await get('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: ownerEmail })
    return get('signInWithEmailLink', { email: ownerEmail, oobCode: (await openLink()).code })
  },
  async 'password reset by mail'({ openLink, get }) {
    await get('sendOobCode', { requestType: 'PASSWORD_RESET', email: ownerEmail })
    await get('resetPassword', { oobCode: (await openLink()).code, newPassword: 'her own' })
    return get('signInWithPassword', { email: ownerEmail, password: 'her own' })
  },
  async 'sign-in at a provider'({ signInAt }) {
    return (await signInAt('oidc.wool', 'owner')).answer
  },
}

for (const [way, passToOwner] of Object.entries(ways)) {
  describe(`account reclaimed by the owner of its e-mail address: ${way}`, () => {
    test('rejects every earlier code, including RECOVER_EMAIL', async (t) => {
      const takeover = await prepareTakeover(t)
      const { localId } = await passToOwner(takeover)
      assert.equal(localId, takeover.attacker.localId)
      const { recover, change, verify, reset, link } = takeover.attacker.codes
      for (const { code: oobCode } of [recover, change, verify]) {
        const { answer } = await takeover.call('update', { oobCode })
        assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
      }
      const { answer } = await takeover.call('resetPassword', { oobCode: reset.code, newPassword: 'mine again' })
      assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
      const signIn = await takeover.call('signInWithEmailLink', { email: ownerEmail, oobCode: link.code })
      assert.equal(signIn.answer.error?.message, 'INVALID_OOB_CODE')
    })

    test('removes the password, sessions and providers of the attacker', async (t) => {
      const takeover = await prepareTakeover(t)
      await passToOwner(takeover)
      const { localId, refreshToken } = takeover.attacker
      assert.equal((await takeover.service.refresh(String(refreshToken))).status, 400)
      for (const email of [ownerEmail, attackerEmail]) {
        const { answer } = await takeover.call('signInWithPassword', { email, password })
        assert.equal(answer.error?.message, 'INVALID_LOGIN_CREDENTIALS')
      }
      assert.notEqual((await takeover.signInAt('oidc.yarn', 'attacker')).answer['localId'], localId)
    })

    test('removes the profile of the attacker', async (t) => {
      const takeover = await prepareTakeover(t)
      const { idToken } = await passToOwner(takeover)
      const { users } = await takeover.get('lookup', { idToken })
      const [account] = users as [Record<string, unknown>]
      assert.deepEqual([account['email'], account['emailVerified']], [ownerEmail, true])
      assert.doesNotMatch(JSON.stringify(account), /evil|Eve|yarn/)
    })

    test('notifies only the owner of later changes', async (t) => {
      const takeover = await prepareTakeover(t)
      const { idToken } = await passToOwner(takeover)
      await takeover.get('update', { idToken, email: 'mary@home.example' })
      assert.equal((await takeover.openLink()).to, ownerEmail)
      await takeover.get('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'mary@home.example' })
      assert.equal((await takeover.openLink()).to, 'mary@home.example')
    })
  })
}

describe('account recovered by a former e-mail address', () => {
  test('removes the password, sessions and codes of the user who changed the address', async (t) => {
    const takeover = await prepareTakeover(t)
    const { refreshToken, codes } = takeover.attacker
    const { recover, change, reset } = codes
    await takeover.get('update', { oobCode: recover.code })
    assert.equal((await takeover.service.refresh(String(refreshToken))).status, 400)
    const { answer: resetting } = await takeover.call('resetPassword', { oobCode: reset.code })
    assert.equal(resetting.error?.message, 'INVALID_OOB_CODE')
    const { answer } = await takeover.call('signInWithPassword', { email: attackerEmail, password })
    assert.equal(answer.error?.message, 'INVALID_LOGIN_CREDENTIALS')
    assert.equal((await takeover.call('update', { oobCode: change.code })).answer.error?.message, 'INVALID_OOB_CODE')
  })
})

describe('former e-mail address', () => {
  test('gets a recovery link when the next address comes from a provider', async (t) => {
    const providers = [{ id: 'oidc.wool', issuer: provider.issuer, clientIds: ['shop'] }]
    const { service, openLink, user } = await openVerified(t, { settings: { isRateLimited: false, providers } })
    const idToken = await user.getIdToken()
    await service.call('update', { idToken, deleteAttribute: ['EMAIL'] })
    const postBody = `providerId=oidc.wool&id_token=${await provider.signIn('owner')}`
    const { answer } = await service.call('signInWithIdp', { requestUri, postBody, idToken })
    assert.equal(answer['email'], ownerEmail)
    const { to, action } = await openLink()
    assert.deepEqual([to, action.operation], [mary, 'RECOVER_EMAIL'])
  })

  test('gets a recovery link if it was the last verified one, even if another one was before', async (t) => {
    const { service, auth, openLink, user } = await openVerified(t)
    await verifyBeforeUpdateEmail(user, ownerEmail)
    await applyActionCode(auth, (await openLink()).code)
    assert.equal((await openLink()).to, mary)
    const { answer } = await service.call('signInWithPassword', { email: ownerEmail, password: maryPassword })
    await service.call('update', { idToken: answer['idToken'], email: attackerEmail })
    const { to, code } = await openLink()
    assert.equal(to, ownerEmail)
    await applyActionCode(auth, code)
    await sendPasswordResetEmail(auth, ownerEmail)
    assert.equal((await openLink()).to, ownerEmail)
  })

  test('recovers the account from a thief who verified one address and moved on to the next', async (t) => {
    const { service, openLink, user } = await openVerified(t)
    const { recover } = await moveOn(service, openLink, await user.getIdToken())
    assert.equal((await service.call('update', { oobCode: recover.code })).answer['email'], mary)
  })

  test('recovers the account from a stranger who signed up with the address that became free', async (t) => {
    const { service, auth, openLink, user } = await openVerified(t)
    await updateEmail(user, attackerEmail)
    const { code } = await openLink()
    const { answer: stranger } = await service.call('signUp', { email: mary, password })
    await applyActionCode(auth, code)
    assert.equal(service.identity().administration.findAccount(mary)?.uid, user.uid)
    assert.equal((await service.refresh(String(stranger['refreshToken']))).status, 400)
    const { answer } = await service.call('signInWithPassword', { email: mary, password })
    assert.equal(answer.error?.message, 'INVALID_LOGIN_CREDENTIALS')
  })

  test('gets no recovery link if it was never verified', async (t) => {
    const { service, openLink } = await openShop(t, { settings: { isRateLimited: false } })
    const { answer } = await service.call('signUp', { email: attackerEmail, password })
    const { answer: changed } = await service.call('update', { idToken: answer['idToken'], email: ownerEmail })
    const { users } = (await service.call('lookup', { idToken: changed['idToken'] })).answer
    assert.equal((users as [Record<string, unknown>])[0]['initialEmail'], undefined)
    assert.ok(service.audited().includes('email-changed'))
    await service.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: ownerEmail })
    assert.deepEqual((await openLink()).action.operation, 'PASSWORD_RESET')
  })
})

/** A thief changes the address to one of the thief's own, confirms that, and changes it again. */
async function moveOn(service: Service, openLink: Takeover['openLink'], idToken: unknown) {
  await service.call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: attackerEmail })
  await service.call('update', { oobCode: (await openLink()).code })
  const recover = await openLink()
  const { answer } = await service.call('signInWithPassword', { email: attackerEmail, password: maryPassword })
  const { answer: moved } = await service.call('update', { idToken: answer['idToken'], email: 'b@evil.example' })
  return { recover, ofThief: await openLink(), idToken: moved['idToken'] }
}

describe('owner’s account whose e-mail address an attacker changed', () => {
  test('is not recovered by an address of the attacker once the owner has proved hers', async (t) => {
    const { service, openLink, user } = await openVerified(t)
    service.protectedUids.add(user.uid)
    const { recover, ofThief, idToken } = await moveOn(service, openLink, await user.getIdToken())
    assert.deepEqual([recover.to, ofThief.to], [mary, attackerEmail])
    await service.call('update', { idToken, email: mary })
    await service.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: mary })
    await service.call('resetPassword', { oobCode: (await openLink()).code, newPassword: 'her own again' })
    const { answer } = await service.call('update', { oobCode: ofThief.code })
    assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
    assert.equal((await service.call('update', { oobCode: recover.code })).status, 200)
  })

  for (const [way, verify] of Object.entries(ways).slice(1)) {
    if (way === 'sign-in at a provider') continue // It never opens an owner's account by its address.
    test(`can be recovered after the attacker has verified the new address: ${way}`, async (t) => {
      const takeover = await prepareTakeover(t)
      const { service, openLink, get, attacker } = takeover
      service.protectedUids.add(String(attacker.localId))
      const attackerSession = await verify(takeover)
      assert.equal(attackerSession['localId'], attacker.localId)
      await get('update', { oobCode: attacker.codes.recover.code })
      const { answer } = await takeover.call('lookup', { idToken: attackerSession['idToken'] })
      assert.equal(answer.error?.message, 'TOKEN_EXPIRED')
      await get('sendOobCode', { requestType: 'PASSWORD_RESET', email: attackerEmail })
      assert.equal((await openLink()).to, attackerEmail)
    })
  }
})

/** The ways to remove the address of an account. */
const removals = { deleteAttribute: ['EMAIL'], deleteProvider: ['password'] }

for (const [what, names] of Object.entries(removals)) {
  test(`owner’s account keeps its address, password and mail: ${what} is refused`, async (t) => {
    const { service, openLink, user } = await openVerified(t)
    service.protectedUids.add(user.uid)
    const { answer } = await service.call('update', { idToken: await user.getIdToken(), [what]: names })
    assert.equal(answer.error?.message, 'OPERATION_NOT_ALLOWED : This account keeps its address.')
    assert.equal((await service.call('signInWithPassword', { email: mary, password: maryPassword })).status, 200)
    await service.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: mary })
    const { to, action } = await openLink()
    assert.deepEqual([to, action.operation], [mary, 'PASSWORD_RESET'])
  })
}

type Verified = Awaited<ReturnType<typeof openVerified>>

/** An owner with a verified address, who has changed it to another one. */
async function openWithTwoAddresses(t: TestContext) {
  const shop = await openVerified(t)
  const { service, auth, openLink, user } = shop
  service.protectedUids.add(user.uid)
  await verifyBeforeUpdateEmail(user, ownerEmail)
  await applyActionCode(auth, (await openLink()).code)
  const first = await openLink()
  const { answer } = await service.call('signInWithPassword', { email: ownerEmail, password: maryPassword })
  return { ...shop, first, idToken: answer['idToken'] }
}

/** A thief moves on from one address to the next, and uses the link that the first one gets. */
async function recoverToThief({ service, openLink }: Pick<Verified, 'service' | 'openLink'>, idToken: unknown) {
  const { recover, ofThief } = await moveOn(service, openLink, idToken)
  assert.equal((await service.call('update', { oobCode: ofThief.code })).answer['email'], attackerEmail)
  return recover
}

describe('owner’s account that a thief recovered with a link to an address of the thief', () => {
  test('can still be recovered by the owner, which ends the thief’s access', async (t) => {
    const shop = await openVerified(t)
    const { service, openLink, user } = shop
    service.protectedUids.add(user.uid)
    const recover = await recoverToThief(shop, await user.getIdToken())
    await service.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: attackerEmail })
    await service.call('resetPassword', { oobCode: (await openLink()).code, newPassword: password })
    const { answer: thief } = await service.call('signInWithPassword', { email: attackerEmail, password })
    const { answer } = await service.call('update', { oobCode: recover.code })
    assert.deepEqual([thief['localId'], answer['localId'], answer['email']], [user.uid, user.uid, mary])
    assert.equal((await service.refresh(String(thief['refreshToken']))).status, 400)
  })

  test('can still be recovered by each address that was hers', async (t) => {
    const { idToken, first, ...shop } = await openWithTwoAddresses(t)
    const latest = await recoverToThief(shop, idToken)
    assert.deepEqual([latest.to, first.to], [ownerEmail, mary])
    for (const { to, code } of [latest, first])
      assert.equal((await shop.service.call('update', { oobCode: code })).answer['email'], to)
  })
})

test('owner’s account recovered by the latest of her addresses: no later link of a thief is valid, or sent', async (t) => {
  const { service, openLink, idToken } = await openWithTwoAddresses(t)
  const { recover, ofThief } = await moveOn(service, openLink, idToken)
  assert.equal((await service.call('update', { oobCode: recover.code })).answer['email'], ownerEmail)
  const { answer } = await service.call('update', { oobCode: ofThief.code })
  assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
  await service.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: ownerEmail })
  assert.equal((await openLink()).to, ownerEmail)
})

/** How a user ends all sessions. */
const signOuts: Readonly<Record<string, (takeover: Takeover) => unknown>> = {
  'signing out everywhere': ({ service, attacker }) => service.identity().endSessions(String(attacker.localId), caller),
  revoke: ({ service, attacker }) => service.identity().administration.revokeTokens(String(attacker.localId)),
}

for (const [way, signOut] of Object.entries(signOuts)) {
  test(`link to change the e-mail address: is invalid after the sessions ended: ${way}`, async (t) => {
    const takeover = await prepareTakeover(t)
    await signOut(takeover)
    const { answer } = await takeover.call('update', { oobCode: takeover.attacker.codes.change.code })
    assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
  })

  test(`provider’s ID token: does not sign in if issued before the sessions ended: ${way}`, async (t) => {
    const takeover = await prepareTakeover(t)
    const postBody = `providerId=oidc.yarn&id_token=${await provider.signIn('attacker')}`
    const { pendingToken } = await takeover.get('signInWithIdp', { requestUri, postBody, returnIdpCredential: true })
    await signOut(takeover)
    for (const credential of [{ postBody }, { pendingToken }]) {
      const { answer } = await takeover.call('signInWithIdp', { requestUri, ...credential })
      assert.match(answer.error?.message ?? '', /^INVALID_IDP_RESPONSE : It was issued before/)
    }
    t.mock.timers.tick(1_000)
    assert.equal((await takeover.signInAt('oidc.yarn', 'attacker')).answer['localId'], takeover.attacker.localId)
  })
}
