import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { TestContext } from 'node:test'

import { openProvider } from '../src/federation/test-support.ts'
import { mary, openShop, openVerified } from './test-support-mail.ts'
import { reclaim } from './test-support-reclaim.ts'

const makersEmail = 'maker@shop.example'
const strangersEmail = 'a@evil.example'
const password = 'the stranger’s own'
const requestUri = 'http://localhost'

const provider = await openProvider(
  { after },
  {
    maker: { email: makersEmail, email_verified: true, name: 'Mary' },
    stranger: { name: 'Eve' },
  },
)

type Answer = Readonly<Record<string, unknown>> & { readonly error?: { readonly message: string } }

/**
 * A stranger has set an account up under the maker's address, before she ever came: with a password, a name, a picture,
 * a provider's account, and every code that they can get. Theirs is the verified address that the account had before.
 */
async function setTheTrap(t: TestContext) {
  const providers = ['oidc.wool', 'oidc.yarn'].map((id) => ({ id, issuer: provider.issuer, clientIds: ['shop'] }))
  const { service, mailer, openLink } = await openShop(t, { settings: { isThrottled: false, providers } })
  const ask = async (method: string, fields: object) => {
    const response = await service.callToolkit(`/v1/accounts:${method}`, { returnSecureToken: true, ...fields })
    return { status: response.status, answer: (await response.json()) as Answer }
  }
  const get = async (method: string, fields: object): Promise<Answer> => {
    const { status, answer } = await ask(method, fields)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer
  }
  const signInAt = async (providerId: string, who: string, fields: object = {}) =>
    ask('signInWithIdp', {
      requestUri,
      postBody: `providerId=${providerId}&id_token=${await provider.signIn(who)}`,
      ...fields,
    })

  const { idToken: first, localId } = await get('signUp', { email: strangersEmail, password })
  await get('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: first })
  await get('update', { oobCode: (await openLink()).code })
  const { idToken: second } = await get('update', { idToken: first, email: makersEmail })
  const recover = await openLink()
  assert.deepEqual([recover.to, recover.action.operation], [strangersEmail, 'RECOVER_EMAIL'])
  await get('update', { idToken: second, displayName: 'Eve', photoUrl: 'https://evil.example/eve.png' })
  const linked = await signInAt('oidc.yarn', 'stranger', { idToken: second })
  const { idToken, refreshToken } = linked.answer
  await get('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'b@evil.example' })
  const change = await openLink()
  await get('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const verify = await openLink()
  await get('sendOobCode', { requestType: 'PASSWORD_RESET', email: makersEmail })
  const reset = await openLink()
  const stranger = { localId, refreshToken, codes: { recover, change, verify, reset } }
  // Whoever comes, comes in the middle of a later second: a provider tells whole ones.
  t.mock.timers.enable({ apis: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 + 500 })
  return { service, mailer, openLink, ask, get, signInAt, stranger }
}

type Trap = Awaited<ReturnType<typeof setTheTrap>>

/** The ways in which the account becomes the maker's. Each signs her in. */
const ways: Readonly<Record<string, (trap: Trap) => Promise<Answer>>> = {
  async 'owner add'({ service, get }) {
    const { link } = reclaim(service.identity(), makersEmail)
    await get('resetPassword', { oobCode: new URL(link).searchParams.get('oobCode'), newPassword: 'her own' })
    return get('signInWithPassword', { email: makersEmail, password: 'her own' })
  },
  async 'sign-in by e-mail link'({ openLink, get }) {
    await get('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: makersEmail })
    return get('signInWithEmailLink', { email: makersEmail, oobCode: (await openLink()).code })
  },
  async 'password reset by mail'({ openLink, get }) {
    await get('sendOobCode', { requestType: 'PASSWORD_RESET', email: makersEmail })
    await get('resetPassword', { oobCode: (await openLink()).code, newPassword: 'her own' })
    return get('signInWithPassword', { email: makersEmail, password: 'her own' })
  },
  async 'sign-in at a provider'({ signInAt }) {
    return (await signInAt('oidc.wool', 'maker')).answer
  },
}

for (const [way, becomeTheirs] of Object.entries(ways)) {
  describe(`an account that passes to the owner of its address: ${way}`, () => {
    test('refuses every code that was sent before, RECOVER_EMAIL too', async (t) => {
      const trap = await setTheTrap(t)
      const { localId } = await becomeTheirs(trap)
      assert.equal(localId, trap.stranger.localId)
      const { recover, change, verify, reset } = trap.stranger.codes
      for (const { code: oobCode } of [recover, change, verify]) {
        const { answer } = await trap.ask('update', { oobCode })
        assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
      }
      const { answer } = await trap.ask('resetPassword', { oobCode: reset.code, newPassword: 'mine again' })
      assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
    })

    test('keeps no way in: neither password nor session nor provider', async (t) => {
      const trap = await setTheTrap(t)
      await becomeTheirs(trap)
      const { localId, refreshToken } = trap.stranger
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(refreshToken) })
      assert.equal((await trap.service.post('/securetoken.googleapis.com/v1/token', body)).status, 400)
      for (const email of [makersEmail, strangersEmail]) {
        const { answer } = await trap.ask('signInWithPassword', { email, password })
        assert.equal(answer.error?.message, 'INVALID_LOGIN_CREDENTIALS')
      }
      assert.notEqual((await trap.signInAt('oidc.yarn', 'stranger')).answer['localId'], localId)
    })

    test('says nothing of the stranger', async (t) => {
      const trap = await setTheTrap(t)
      const { idToken } = await becomeTheirs(trap)
      const { users } = await trap.get('lookup', { idToken })
      const [account] = users as [Record<string, unknown>]
      assert.deepEqual([account['email'], account['emailVerified']], [makersEmail, true])
      assert.doesNotMatch(JSON.stringify(account), /evil|Eve|yarn/)
    })

    test('tells its owner of a later change, and never the stranger', async (t) => {
      const trap = await setTheTrap(t)
      const { idToken } = await becomeTheirs(trap)
      await trap.get('update', { idToken, email: 'mary@home.example' })
      assert.equal((await trap.openLink()).to, makersEmail)
      await trap.get('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'mary@home.example' })
      assert.equal((await trap.openLink()).to, 'mary@home.example')
    })
  })
}

describe('an account that is given back to a former address', () => {
  test('keeps no way in for who had changed the address: neither password nor session nor code', async (t) => {
    const trap = await setTheTrap(t)
    const { recover, change } = trap.stranger.codes
    await trap.get('update', { oobCode: recover.code })
    const { answer } = await trap.ask('signInWithPassword', { email: strangersEmail, password })
    assert.equal(answer.error?.message, 'INVALID_LOGIN_CREDENTIALS')
    assert.equal((await trap.ask('update', { oobCode: change.code })).answer.error?.message, 'INVALID_OOB_CODE')
  })
})

describe('a former address', () => {
  test('gets a link to take the account back with, when its next address comes from a provider', async (t) => {
    const providers = [{ id: 'oidc.wool', issuer: provider.issuer, clientIds: ['shop'] }]
    const { service, openLink, user } = await openVerified(t, { settings: { isThrottled: false, providers } })
    const get = async (method: string, fields: object) =>
      (await (await service.callToolkit(`/v1/accounts:${method}`, fields)).json()) as Answer
    const idToken = await user.getIdToken()
    await get('update', { idToken, deleteAttribute: ['EMAIL'] })
    const postBody = `providerId=oidc.wool&id_token=${await provider.signIn('maker')}`
    const { email } = await get('signInWithIdp', { requestUri, postBody, idToken })
    assert.equal(email, makersEmail)
    const { to, action } = await openLink()
    assert.deepEqual([to, action.operation], [mary, 'RECOVER_EMAIL'])
  })

  test('that nobody had confirmed gets no link to take the account back with', async (t) => {
    const { service, openLink } = await openShop(t, { settings: { isThrottled: false } })
    const get = async (method: string, fields: object) =>
      (await (await service.callToolkit(`/v1/accounts:${method}`, fields)).json()) as Answer
    const { idToken: first } = await get('signUp', { email: strangersEmail, password })
    const { idToken } = await get('update', { idToken: first, email: makersEmail })
    const { users } = await get('lookup', { idToken })
    assert.equal((users as [Record<string, unknown>])[0]['initialEmail'], undefined)
    await get('sendOobCode', { requestType: 'PASSWORD_RESET', email: makersEmail })
    assert.deepEqual((await openLink()).action.operation, 'PASSWORD_RESET')
    assert.ok(service.audited().includes('email-changed'))
  })
})

describe('a thief who gives an owner’s account another address', () => {
  for (const [way, confirm] of Object.entries(ways).slice(1)) {
    test(`and confirms it, leaves her the link back: ${way}`, async (t) => {
      const trap = await setTheTrap(t)
      const { service, openLink, get, stranger } = trap
      service.protectedUids.add(String(stranger.localId))
      const thief = await confirm(trap)
      assert.equal(thief['localId'], stranger.localId)
      await get('update', { oobCode: stranger.codes.recover.code })
      const { answer } = await trap.ask('lookup', { idToken: thief['idToken'] })
      assert.equal(answer.error?.message, 'TOKEN_EXPIRED')
      await get('sendOobCode', { requestType: 'PASSWORD_RESET', email: strangersEmail })
      assert.equal((await openLink()).to, strangersEmail)
    })
  }
})

/** What somebody does who fears that a stranger is signed in to their account. */
const signOuts: Readonly<Record<string, (trap: Trap) => unknown>> = {
  'signing out everywhere': ({ service, stranger }) =>
    service.identity().endSessions(String(stranger.localId), { address: '127.0.0.1', origin: '' }),
  revoke: ({ service, stranger }) => service.identity().administration.revokeTokens(String(stranger.localId)),
  'a time of tokens': async ({ get }) => {
    const { idToken } = await get('signInWithPassword', { email: makersEmail, password })
    await get('update', { idToken, validSince: '1' })
  },
}

for (const [way, signOut] of Object.entries(signOuts)) {
  test(`a link to another address ends with the sessions of who may have asked for it: ${way}`, async (t) => {
    const trap = await setTheTrap(t)
    await signOut(trap)
    const { answer } = await trap.ask('update', { oobCode: trap.stranger.codes.change.code })
    assert.equal(answer.error?.message, 'INVALID_OOB_CODE')
  })

  test(`a provider’s token from before does not sign in again: ${way}`, async (t) => {
    const trap = await setTheTrap(t)
    const postBody = `providerId=oidc.yarn&id_token=${await provider.signIn('stranger')}`
    const { pendingToken } = await trap.get('signInWithIdp', { requestUri, postBody, returnIdpCredential: true })
    await signOut(trap)
    for (const credential of [{ postBody }, { pendingToken }]) {
      const { answer } = await trap.ask('signInWithIdp', { requestUri, ...credential })
      assert.match(answer.error?.message ?? '', /^INVALID_IDP_RESPONSE : It was issued before/)
    }
    t.mock.timers.tick(1_000)
    assert.equal((await trap.signInAt('oidc.yarn', 'stranger')).answer['localId'], trap.stranger.localId)
  })
}
