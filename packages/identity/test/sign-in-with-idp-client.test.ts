import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import type { TestContext } from 'node:test'

import {
  OAuthProvider,
  getAdditionalUserInfo,
  linkWithCredential,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithCredential,
  unlink,
} from 'firebase/auth'
import type { Auth, AuthError, User } from 'firebase/auth'

import { openProvider } from '../src/federation/test-support.ts'
import { serveIdentity } from './test-support-identity.ts'
import { openBrowser } from './test-support-visitors.ts'

const users = {
  mary: { email: 'mary@example.com', email_verified: true, name: 'Mary', picture: 'https://example.com/mary.jpg' },
  eve: { email: 'mary@example.com', email_verified: false, name: 'Eve' },
  shy: {},
  odd: { email: 'not an address', email_verified: true, name: 5, picture: 'javascript:alert(1)' },
}
const provider = await openProvider({ after }, users)
const wool = new OAuthProvider('oidc.wool')

/** A credential for somebody who has just signed in at the provider, with a nonce. */
async function signInThere(sub: keyof typeof users, { id = 'oidc.wool', rawNonce = 'raw' } = {}) {
  const nonce = createHash('sha256').update(rawNonce).digest('hex')
  const idToken = await provider.signIn(sub, { nonce })
  return new OAuthProvider(id).credential({ idToken, rawNonce })
}

async function openShop(t: TestContext) {
  const settings = ['oidc.wool', 'oidc.yarn'].map((id) => ({ id, issuer: provider.issuer, clientIds: ['shop'] }))
  const service = await serveIdentity(t, { providers: settings })
  const auth = openBrowser(t, service.origin).auth
  return { service, auth, signIn: async (...who: Parameters<typeof signInThere>) => signIn(auth, ...who) }
}

async function signIn(auth: Auth, ...who: Parameters<typeof signInThere>) {
  return signInWithCredential(auth, await signInThere(...who))
}

const linksOf = ({ providerData }: User): string[] => providerData.map(({ providerId, uid }) => `${providerId} ${uid}`)

describe('signing in with another provider', () => {
  it('makes an account of what the provider says', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const credential = await signInAs('mary')
    const { user } = credential
    assert.equal(auth.currentUser, user)
    assert.equal(user.email, 'mary@example.com')
    assert.equal(user.emailVerified, true)
    assert.equal(user.displayName, 'Mary')
    assert.equal(user.photoURL, 'https://example.com/mary.jpg')
    assert.equal(user.isAnonymous, false)
    assert.deepEqual(linksOf(user), ['oidc.wool mary'])
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

  it('needs no address', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('shy')
    assert.deepEqual([user.email, user.displayName, user.isAnonymous], [null, null, false])
  })

  it('passes over what no account can have', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('odd')
    assert.deepEqual([user.email, user.emailVerified, user.displayName, user.photoURL], [null, false, null, null])
  })

  it('is refused with another nonce, or with none', async (t) => {
    const { auth } = await openShop(t)
    const { idToken = '' } = await signInThere('mary')
    for (const rawNonce of ['other', undefined]) {
      const credential = wool.credential({ idToken, ...(rawNonce !== undefined && { rawNonce }) })
      await assert.rejects(signInWithCredential(auth, credential), { code: 'auth/missing-or-invalid-nonce' })
    }
  })

  it('is refused with an access token alone, and with a provider that is not set up', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const credential = wool.credential({ accessToken: 'x' })
    await assert.rejects(signInWithCredential(auth, credential), { code: 'auth/invalid-credential' })
    await assert.rejects(signInAs('mary', { id: 'oidc.silk' }), { code: 'auth/operation-not-allowed' })
    const refusals = ['sign-in-refused INVALID_IDP_RESPONSE', 'sign-in-refused OPERATION_NOT_ALLOWED']
    assert.deepEqual(service.auditedWithReasons(), refusals)
  })

  it('is refused when the account is disabled', async (t) => {
    const { service, signIn: signInAs } = await openShop(t)
    await signInAs('mary')
    service.sql('UPDATE accounts SET disabled = 1')
    await assert.rejects(signInAs('mary'), { code: 'auth/user-disabled' })
  })
})

describe('linking another provider', () => {
  it('makes an anonymous account somebody’s, who keeps it', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    const { user } = await signInAnonymously(auth)
    const linked = await linkWithCredential(user, await signInThere('mary'))
    assert.equal(linked.user.uid, user.uid)
    assert.deepEqual(
      [linked.user.isAnonymous, linked.user.email, linked.user.emailVerified],
      [false, 'mary@example.com', true],
    )
    assert.equal((await signInAs('mary')).user.uid, user.uid)
  })

  it('is refused when somebody else has it, who can then sign in', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const { user: mary } = await signInAs('mary')
    const { user } = await signInAnonymously(auth)
    const refusal = await linkWithCredential(user, await signInThere('mary')).catch((error: AuthError) => error)
    assert.ok(refusal instanceof Error)
    assert.equal(refusal.code, 'auth/credential-already-in-use')
    assert.ok(service.auditedWithReasons().includes('sign-in-refused FEDERATED_USER_ID_ALREADY_LINKED'))
    assert.notEqual(auth.currentUser?.uid, mary.uid)
  })

  it('is refused when somebody else has the address', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    await signInAs('mary')
    const { user } = await signInAnonymously(auth)
    const other = await signInThere('mary', { id: 'oidc.yarn' })
    await assert.rejects(linkWithCredential(user, other), { code: 'auth/email-already-in-use' })
  })

  it('keeps the address that the account has', async (t) => {
    const { auth, service } = await openShop(t)
    const { user } = await signInAnonymously(auth)
    service.sql(`UPDATE accounts SET email = 'own@example.com', email_verified = 0`)
    const linked = await linkWithCredential(user, await signInThere('mary'))
    assert.deepEqual([linked.user.email, linked.user.emailVerified], ['own@example.com', false])
  })

  it('needs a recent sign-in, as whoever may sign in with it keeps the account', async (t) => {
    const { auth, signIn: signInAs, service } = await openShop(t)
    const { user } = await signInAs('mary')
    service.clock.aheadMs = 6 * 60_000
    const linking = linkWithCredential(user, await signInThere('shy', { id: 'oidc.yarn' }))
    await assert.rejects(linking, { code: 'auth/requires-recent-login' })
    await reauthenticateWithCredential(user, await signInThere('mary', { rawNonce: 'another' }))
    await linkWithCredential(user, await signInThere('shy', { id: 'oidc.yarn', rawNonce: 'third' }))
    assert.deepEqual(linksOf(auth.currentUser as User), ['oidc.wool mary', 'oidc.yarn shy'])
  })

  it('can be undone', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    await linkWithCredential(user, await signInThere('shy', { id: 'oidc.yarn' }))
    assert.deepEqual(linksOf(await unlink(user, 'oidc.wool')), ['oidc.yarn shy'])
    await assert.rejects(unlink(user, 'oidc.wool'), { code: 'auth/no-such-provider' })
  })
})

describe('signing in anew', () => {
  it('is for who is signed in', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const again = await reauthenticateWithCredential(user, await signInThere('mary'))
    assert.equal(again.user.uid, user.uid)
  })

  it('as somebody else is a mistake, which makes no account and signs nobody out', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const other = await signInThere('shy')
    await assert.rejects(reauthenticateWithCredential(user, other), { code: 'auth/user-mismatch' })
    assert.equal(auth.currentUser, user)
    assert.equal(getAdditionalUserInfo(await signInAs('shy'))?.isNewUser, true)
  })
})

describe('an address that an account has already', () => {
  it('finds the account when the provider vouches for it', async (t) => {
    const { signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const other = await signInAs('mary', { id: 'oidc.yarn' })
    assert.equal(other.user.uid, user.uid)
    assert.deepEqual(linksOf(other.user), ['oidc.wool mary', 'oidc.yarn mary'])
  })

  it('must be confirmed when the provider does not vouch for it', async (t) => {
    const { auth, signIn: signInAs } = await openShop(t)
    const { user } = await signInAs('mary')
    const refusal = await signInAs('eve', { id: 'oidc.yarn' }).catch((error: AuthError) => error)
    assert.ok('code' in refusal)
    assert.equal(refusal.code, 'auth/account-exists-with-different-credential')
    const { _tokenResponse: answer } = refusal.customData as unknown as { _tokenResponse: Record<string, unknown> }
    assert.deepEqual(answer['verifiedProvider'], ['oidc.wool'])
    assert.equal('idToken' in answer, false)
    // What the client keeps meanwhile is linked once its owner has shown who they are.
    const kept = OAuthProvider.credentialFromError(refusal)
    assert.ok(kept)
    const linked = await linkWithCredential(user, kept)
    assert.deepEqual(linksOf(linked.user), ['oidc.wool mary', 'oidc.yarn eve'])
    assert.equal((await signInWithCredential(auth, kept)).user.uid, user.uid)
  })

  it('is taken from who has not shown that it is theirs, with every way in', async (t) => {
    const { auth, service, signIn: signInAs } = await openShop(t)
    const { user: stranger } = await signInAnonymously(auth)
    await linkWithCredential(stranger, await signInThere('shy', { id: 'oidc.yarn' }))
    service.sql(`UPDATE accounts SET email = 'mary@example.com', password_hash = 'x', phone_number = '+94771234567',
      display_name = 'Stranger', valid_since = NULL;
      INSERT INTO one_time_codes (hash, purpose, uid, email, created_at, expires_at)
      VALUES (x'00', 'recover', '${stranger.uid}', 'stranger@example.com', 0, 9e15)`)
    const { refreshToken } = stranger
    const { user } = await signInAs('mary')
    assert.equal(user.uid, stranger.uid)
    assert.ok(service.audited().includes('tokens-revoked'))
    assert.deepEqual([user.emailVerified, user.displayName, user.phoneNumber], [true, 'Mary', null])
    assert.deepEqual(linksOf(user), ['oidc.wool mary'])
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const answer = await fetch(`${service.origin}/securetoken.googleapis.com/v1/token?key=k`, {
      method: 'POST',
      body: form,
    })
    assert.match(await answer.text(), /TOKEN_EXPIRED/)
    // No code that the stranger was sent is left.
    service.sql(
      `INSERT INTO one_time_codes (hash, purpose, email, created_at, expires_at) VALUES (x'00', 'x', 'x', 0, 0)`,
    )
  })
})
