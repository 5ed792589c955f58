import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'

import { decodeJwt } from 'jose'

import { openProvider } from '../src/federation/test-support.ts'
import { caller, serveIdentity } from './test-support-identity.ts'

const email = 'mary@example.com'
const provider = await openProvider({ after }, { mary: { email, email_verified: true }, thief: {} })
const requestUri = 'http://localhost'

/** The protected account of a user who signs in with a password. */
async function openAccount(t: TestContext) {
  const providers = ['oidc.wool', 'oidc.yarn'].map((id) => ({ id, issuer: provider.issuer, clientIds: ['shop'] }))
  const service = await serveIdentity(t, { providers })
  const get = async (method: string, fields: object) => (await service.call(method, fields)).answer
  let password = 'her password'
  const uid = String((await get('signUp', { email, password, returnSecureToken: true }))['localId'])
  service.protectedUids.add(uid)
  service.sql('UPDATE accounts SET email_verified = 1')
  const signIn = async () =>
    String((await get('signInWithPassword', { email, password, returnSecureToken: true }))['idToken'])
  return {
    service,
    uid,
    signIn,
    setPassword: async (idToken: string, chosen: string) => {
      await get('update', { idToken, password: chosen, returnSecureToken: true })
      password = chosen
    },
    /** Signs in with a provider, or links it to the account of an ID token. */
    useProvider: async (who: 'mary' | 'thief', providerId = 'oidc.wool', idToken?: string) => {
      const postBody = `providerId=${providerId}&id_token=${await provider.signIn(who)}`
      return get('signInWithIdp', { requestUri, postBody, returnSecureToken: true, idToken })
    },
    /** The account's ways to sign in. */
    ways: async () => {
      const { users } = (await get('lookup', { idToken: await signIn() })) as unknown as {
        users: { providerUserInfo: { providerId: string }[] }[]
      }
      return users[0]?.providerUserInfo.map(({ providerId }) => providerId).toSorted()
    },
  }
}

/** How and when the user of an ID token signed in. */
function sessionOf(idToken: string) {
  const { firebase, auth_time: signedInAt } = decodeJwt<{ firebase: { sign_in_provider: string }; auth_time: number }>(
    idToken,
  )
  return { signInProvider: firebase.sign_in_provider, signedInAt: new Date(signedInAt * 1_000) }
}

type Opened = Awaited<ReturnType<typeof openAccount>>

/** What she does when she fears a thief, signed in with her password. */
const answers: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  'signs out everywhere': async ({ service, uid, signIn }) =>
    service.identity().endSessions(uid, caller, sessionOf(await signIn())),
  'sets another password': async ({ setPassword, signIn }) => setPassword(await signIn(), 'another password'),
  'has the operator revoke': async ({ service, uid }) => service.identity().administration.revokeTokens(uid),
}

describe('a provider, for a protected account', () => {
  it('never joins it by its address, verified or not', async (t) => {
    const { service, uid, useProvider, ways } = await openAccount(t)
    const refused = await useProvider('mary')
    assert.deepEqual([refused['needConfirmation'], refused['idToken']], [true, undefined])
    assert.deepEqual(await ways(), ['password'])
    service.protectedUids.delete(uid)
    assert.equal((await useProvider('mary'))['localId'], uid)
    assert.deepEqual(await ways(), ['oidc.wool', 'password'])
  })

  it('signs in after its user has linked it', async (t) => {
    const { uid, signIn, useProvider } = await openAccount(t)
    await useProvider('mary', 'oidc.wool', await signIn())
    assert.equal((await useProvider('mary'))['localId'], uid)
  })

  for (const [what, answer] of Object.entries(answers)) {
    it(`that a thief has linked ends when she ${what}`, async (t) => {
      const opened = await openAccount(t)
      await opened.useProvider('thief', 'oidc.yarn', await opened.signIn())
      assert.deepEqual(await opened.ways(), ['oidc.yarn', 'password'])
      await answer(opened)
      assert.deepEqual(await opened.ways(), ['password'])
    })
  }

  it('with which she is signed in stays when she signs out everywhere, and no other', async (t) => {
    const { service, uid, signIn, useProvider, ways } = await openAccount(t)
    await useProvider('mary', 'oidc.wool', await signIn())
    await useProvider('thief', 'oidc.yarn', await signIn())
    const idToken = String((await useProvider('mary'))['idToken'])
    await service.identity().endSessions(uid, caller, sessionOf(idToken))
    assert.deepEqual(await ways(), ['oidc.wool', 'password'])
  })

  it('that a thief has linked ends when she adds a password to an account without one', async (t) => {
    const { service, signIn, useProvider, ways } = await openAccount(t)
    await useProvider('mary', 'oidc.wool', await signIn())
    await useProvider('thief', 'oidc.yarn', await signIn())
    await service.call('update', { idToken: await signIn(), deleteAttribute: ['PASSWORD'] })
    const { idToken } = await useProvider('mary')
    const before = service.audited().length
    const { status } = await service.call('signUp', { idToken, email, password: 'her password' })
    assert.equal(status, 200)
    assert.deepEqual(service.audited().slice(before), ['provider-linked', 'provider-unlinked'])
    assert.deepEqual(await ways(), ['oidc.wool', 'password'])
  })

  it('with which she is signed in ends if another of its users was linked since', async (t) => {
    const { service, uid, signIn, useProvider, ways } = await openAccount(t)
    await useProvider('mary', 'oidc.wool', await signIn())
    const idToken = String((await useProvider('mary'))['idToken'])
    service.clock.aheadMs += 2_000
    await useProvider('thief', 'oidc.wool', await signIn())
    await service.identity().endSessions(uid, caller, sessionOf(idToken))
    assert.deepEqual(await ways(), ['password'])
  })
})
