import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it, type TestContext } from 'node:test'

import {
  OAuthProvider,
  getAdditionalUserInfo,
  linkWithCredential,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithCredential,
  unlink,
  type Auth,
  type AuthError,
  type User,
} from 'firebase/auth'

import { openProvider } from '../src/federation/test-support.ts'
import { openBrowser } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

const users = {
  mary: { email: 'mary@example.com', email_verified: true, name: 'Mary', picture: 'https://example.com/mary.jpg' },
  eve: { email: 'mary@example.com', email_verified: false, name: 'Eve' },
  shy: {},
  odd: { email: 'not an address', email_verified: true, name: 5, picture: 'javascript:alert(1)' },
}
const provider = await openProvider({ after }, users)
const wool = new OAuthProvider('oidc.wool')

/** A credential of a user who has just signed in at the provider, with a nonce. */
async function getCredential(sub: keyof typeof users, { id = 'oidc.wool', rawNonce = 'raw' } = {}) {
  const nonce = createHash('sha256').update(rawNonce).digest('hex')
  const idToken = await provider.signIn(sub, { nonce })
  return new OAuthProvider(id).credential({ idToken, rawNonce })
}

async function openShop(t: TestContext) {
  const settings = ['oidc.wool', 'oidc.yarn'].map((id) => ({ id, issuer: provider.issuer, clientIds: ['shop'] }))
  const service = await serveIdentity(t, { providers: settings })
  const auth = openBrowser(t, service.origin).auth
  return { service, auth, signIn: async (...who: Parameters<typeof getCredential>) => signIn(auth, ...who) }
}

async function signIn(auth: Auth, ...who: Parameters<typeof getCredential>) {
  return signInWithCredential(auth, await getCredential(...who))
}

const providersOf = ({ providerData }: User): string[] =>
  providerData.map(({ providerId, uid }) => `${providerId} ${uid}`)

describe('sign-in with a provider', () => {
  it('creates an account from the provider’s claims', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const credential = await signInAs('mary')
    const { user } = credential
    assert.equal(auth.currentUser, user)
    assert.equal(user.email, 'mary@example.com')
    assert.equal(user.emailVerified, true)
    assert.equal(user.displayName, 'Mary')
    assert.equal(user.photoURL, 'https://example.com/mary.jpg')
    assert.equal(user.isAnonymous, false)
    assert.deepEqual(providersOf(user), ['oidc.wool mary'])
    const info = getAdditionalUserInfo(credential)
    assert.equal(info?.isNewUser, true)
    assert.equal(info?.providerId, 'oidc.wool')
    assert.equal(info?.profile?.['name'], 'Mary')
    const { signInProvider, claims } = await user.getIdTokenResult()
    assert.equal(signInProvider, 'oidc.wool')
    const identities = { email: ['mary@example.com'], 'oidc.wool': ['mary'] }
    assert.deepEqual(claims.firebase?.['identities'], identities)
    assert.deepEqual(service.auditedWithReasons(), ['account-created', 'signed-in'])
  })

  it('finds the account again', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const again = await signInAs('mary', { rawNonce: 'another' })
    assert.equal(again.user.uid, user.uid)
    assert.equal(getAdditionalUserInfo(again)?.isNewUser, false)
  })

  it('needs no e-mail address', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('shy')
    assert.deepEqual([user.email, user.displayName, user.isAnonymous], [null, null, false])
  })

  it('ignores invalid claims', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('odd')
    assert.deepEqual([user.email, user.emailVerified, user.displayName, user.photoURL], [null, false, null, null])
  })

  it('rejects a wrong or missing nonce', async (t) => {
    const { auth } = await openShop(t)
    const { idToken = '' } = await getCredential('mary')
    for (const rawNonce of ['other', undefined]) {
      const credential = wool.credential({ idToken, ...(rawNonce !== undefined && { rawNonce }) })
      await assert.rejects(signInWithCredential(auth, credential), { code: 'auth/missing-or-invalid-nonce' })
    }
  })

  it('rejects an access token alone and a provider that is not configured', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const credential = wool.credential({ accessToken: 'x' })
    await assert.rejects(signInWithCredential(auth, credential), { code: 'auth/invalid-credential' })
    await assert.rejects(signInAs('mary', { id: 'oidc.silk' }), { code: 'auth/operation-not-allowed' })
    const refusals = ['sign-in-refused INVALID_IDP_RESPONSE', 'sign-in-refused OPERATION_NOT_ALLOWED']
    assert.deepEqual(service.auditedWithReasons(), refusals)
  })

  it('rejects a disabled account', async (t) => {
    const { service, signIn: signInAs } = await openShop(t)
    await signInAs('mary')
    service.sql('UPDATE accounts SET disabled = 1')
    await assert.rejects(signInAs('mary'), { code: 'auth/user-disabled' })
  })
})

describe('linking a provider', () => {
  it('makes an anonymous account permanent with the same id', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    const { user } = await signInAnonymously(auth)
    const linked = await linkWithCredential(user, await getCredential('mary'))
    assert.equal(linked.user.uid, user.uid)
    assert.deepEqual(
      [linked.user.isAnonymous, linked.user.email, linked.user.emailVerified],
      [false, 'mary@example.com', true],
    )
    assert.equal((await signInAs('mary')).user.uid, user.uid)
  })

  it('rejects a provider’s user who is linked to another account', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const { user: mary } = await signInAs('mary')
    const { user } = await signInAnonymously(auth)
    const refusal = await linkWithCredential(user, await getCredential('mary')).catch((error: AuthError) => error)
    assert.ok(refusal instanceof Error)
    assert.equal(refusal.code, 'auth/credential-already-in-use')
    assert.ok(service.auditedWithReasons().includes('sign-in-refused FEDERATED_USER_ID_ALREADY_LINKED'))
    assert.notEqual(auth.currentUser?.uid, mary.uid)
  })

  it('rejects the e-mail address of another account', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    await signInAs('mary')
    const { user } = await signInAnonymously(auth)
    const other = await getCredential('mary', { id: 'oidc.yarn' })
    await assert.rejects(linkWithCredential(user, other), { code: 'auth/email-already-in-use' })
  })

  it('keeps the e-mail address of the account', async (t) => {
    const { auth, service } = await openShop(t)
    const { user } = await signInAnonymously(auth)
    service.sql(`UPDATE accounts SET email = 'own@example.com', email_verified = 0`)
    const linked = await linkWithCredential(user, await getCredential('mary'))
    assert.deepEqual([linked.user.email, linked.user.emailVerified], ['own@example.com', false])
  })

  it('needs a recent sign-in', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const { user } = await signInAs('mary')
    service.clock.aheadMs = 6 * 60_000
    const linking = linkWithCredential(user, await getCredential('shy', { id: 'oidc.yarn' }))
    await assert.rejects(linking, { code: 'auth/requires-recent-login' })
    await reauthenticateWithCredential(user, await getCredential('mary', { rawNonce: 'another' }))
    await linkWithCredential(user, await getCredential('shy', { id: 'oidc.yarn', rawNonce: 'third' }))
    assert.deepEqual(providersOf(auth.currentUser as User), ['oidc.wool mary', 'oidc.yarn shy'])
  })

  it('can be undone', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    await linkWithCredential(user, await getCredential('shy', { id: 'oidc.yarn' }))
    assert.deepEqual(providersOf(await unlink(user, 'oidc.wool')), ['oidc.yarn shy'])
    await assert.rejects(unlink(user, 'oidc.wool'), { code: 'auth/no-such-provider' })
  })
})

describe('reauthentication', () => {
  it('accepts the signed-in user', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const again = await reauthenticateWithCredential(user, await getCredential('mary'))
    assert.equal(again.user.uid, user.uid)
  })

  it('rejects another user, creates no account and keeps the session', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const other = await getCredential('shy')
    await assert.rejects(reauthenticateWithCredential(user, other), { code: 'auth/user-mismatch' })
    assert.equal(auth.currentUser, user)
    assert.equal(getAdditionalUserInfo(await signInAs('shy'))?.isNewUser, true)
  })
})

describe('e-mail address of an existing account', () => {
  it('signs in to the account if the provider has verified it', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const other = await signInAs('mary', { id: 'oidc.yarn' })
    assert.equal(other.user.uid, user.uid)
    assert.deepEqual(providersOf(other.user), ['oidc.wool mary', 'oidc.yarn mary'])
  })

  it('needs confirmation if the provider has not verified it', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const refusal = await signInAs('eve', { id: 'oidc.yarn' }).catch((error: AuthError) => error)
    assert.ok('code' in refusal)
    assert.equal(refusal.code, 'auth/account-exists-with-different-credential')
    const { _tokenResponse: answer } = refusal.customData as unknown as { _tokenResponse: Record<string, unknown> }
    assert.deepEqual(answer['verifiedProvider'], ['oidc.wool'])
    assert.equal('idToken' in answer, false)
    // The client keeps the credential and links it once the user has signed in.
    const pending = OAuthProvider.credentialFromError(refusal)
    assert.ok(pending)
    const linked = await linkWithCredential(user, pending)
    assert.deepEqual(providersOf(linked.user), ['oidc.wool mary', 'oidc.yarn eve'])
    assert.equal((await signInWithCredential(auth, pending)).user.uid, user.uid)
  })

  it('reclaims an account that never verified it, without its earlier sign-in methods', async (t) => {
    const { auth, service, signIn: signInAs } = await openShop(t)
    const { user: squatter } = await signInAnonymously(auth)
    await linkWithCredential(squatter, await getCredential('shy', { id: 'oidc.yarn' }))
    service.sql(`UPDATE accounts SET email = 'mary@example.com', password_hash = 'x', phone_number = '+94771234567',
      display_name = 'Squatter', valid_since = NULL;
      INSERT INTO one_time_codes (hash, purpose, uid, email, created_at, expires_at)
      VALUES (x'00', 'recover', '${squatter.uid}', 'squatter@example.com', 0, 9e15)`)
    const { refreshToken } = squatter
    const { user } = await signInAs('mary')
    assert.equal(user.uid, squatter.uid)
    assert.ok(service.audited().includes('tokens-revoked'))
    assert.deepEqual([user.emailVerified, user.displayName, user.phoneNumber], [true, 'Mary', null])
    assert.deepEqual(providersOf(user), ['oidc.wool mary'])
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const answer = await fetch(`${service.origin}/securetoken.googleapis.com/v1/token?key=k`, {
      method: 'POST',
      body: form,
    })
    assert.match(await answer.text(), /TOKEN_EXPIRED/)
    // The squatter's code is deleted, so its hash is free.
    service.sql(
      `INSERT INTO one_time_codes (hash, purpose, email, created_at, expires_at) VALUES (x'00', 'x', 'x', 0, 0)`,
    )
  })
})
