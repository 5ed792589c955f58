import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'

import {
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  OAuthProvider,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'

import { openProvider } from '../src/federation/test-support.ts'
import { openShop } from './test-support-action-links.ts'
import { code, openBrowser } from './test-support-client.ts'
import { reclaim } from './test-support-identity.ts'

const owner = 'owner@shop.example'
const stranger = 'eve@example.com'
const password = 'a password of her own'

const provider = await openProvider(
  { after },
  {
    owner: { email: owner, email_verified: true },
    eve: { email: stranger, email_verified: true },
    claimsOwner: { email: owner, email_verified: false },
    claimsStranger: { email: stranger, email_verified: false },
    shy: {},
  },
)

async function getCredential(who: string) {
  return new OAuthProvider('oidc.wool').credential({ idToken: await provider.signIn(who) })
}

/** A service that lets owners alone make accounts, and has one of theirs, whose password is set. */
async function openClosed(t: TestContext) {
  const providers = [{ id: 'oidc.wool', issuer: provider.issuer, clientIds: ['shop'] }]
  const shop = await openShop(t, { settings: { signUp: 'owners', providers } })
  // A provider's tokens have whole seconds: hers must not be of the second in which her sessions ended.
  shop.service.clock.aheadMs = -2_000
  const { link } = reclaim(shop.service.identity(), owner)
  await confirmPasswordReset(shop.auth, new URL(link).searchParams.get('oobCode') ?? '', password)
  shop.service.clock.aheadMs = 0
  const toLink = async (email: string) => {
    await sendSignInLinkToEmail(shop.auth, email, { url: shop.service.origin, handleCodeInApp: true })
    return (await shop.openLink()).link
  }
  /** A link to an address without an account, as from before accounts were the owners' alone. */
  const toLinkOfStranger = async () => {
    const earlier = await toLink(owner)
    shop.service.sql(`UPDATE one_time_codes SET email = '${stranger}' WHERE purpose = 'EMAIL_SIGNIN'`)
    return earlier
  }
  return {
    ...shop,
    toLink,
    toLinkOfStranger,
    signInOwner: async () => (await signInWithEmailAndPassword(shop.auth, owner, password)).user,
  }
}

type Closed = Awaited<ReturnType<typeof openClosed>>

/** Every way to an account with an address, by its name. */
const waysToAnAddress: Readonly<Record<string, (closed: Closed) => Promise<unknown>>> = {
  'signing up with a password': ({ auth }) => createUserWithEmailAndPassword(auth, stranger, password),
  'signing up with an address that has an account': ({ auth }) => createUserWithEmailAndPassword(auth, owner, password),
  'a sign-in link': async ({ auth, toLinkOfStranger }) => signInWithEmailLink(auth, stranger, await toLinkOfStranger()),
  'a provider': async ({ auth }) => signInWithCredential(auth, await getCredential('eve')),
  'linking a password': async ({ auth }) => {
    const { user } = await signInAnonymously(auth)
    await linkWithCredential(user, EmailAuthProvider.credential(stranger, password))
  },
  'linking a sign-in link': async ({ auth, toLinkOfStranger }) => {
    const { user } = await signInAnonymously(auth)
    const link = await toLinkOfStranger()
    await linkWithCredential(user, EmailAuthProvider.credentialWithLink(stranger, link))
  },
  'linking a provider': async ({ auth }) => {
    const { user } = await signInAnonymously(auth)
    await linkWithCredential(user, await getCredential('eve'))
  },
}

describe('accounts that owners alone make', () => {
  for (const [way, act] of Object.entries(waysToAnAddress)) {
    it(`${way} is refused: no account gets an address`, async (t) => {
      const closed = await openClosed(t)
      await assert.rejects(act(closed), code('admin-restricted-operation'))
      assert.equal(closed.service.identity().administration.findAccount(stranger), undefined)
    })
  }

  it('a provider whose users claim any address gets one answer for all, with or without an account', async (t) => {
    const { auth, service } = await openClosed(t)
    const { user } = await signInAnonymously(auth)
    for (const who of ['claimsOwner', 'claimsStranger']) {
      const postBody = `providerId=oidc.wool&id_token=${await provider.signIn(who)}`
      for (const linkTo of [undefined, await user.getIdToken()]) {
        const fields = { requestUri: service.origin, postBody, returnSecureToken: true, returnIdpCredential: true }
        const { status, answer } = await service.call('signInWithIdp', { ...fields, idToken: linkTo })
        assert.equal(status, 400)
        assert.match(answer.error?.message ?? '', /^ADMIN_ONLY_OPERATION : /)
      }
    }
  })

  it('a sign-in link is mailed to accounts only, and the answer does not say so', async (t) => {
    const { auth, mailer, toLink, service } = await openClosed(t)
    await sendSignInLinkToEmail(auth, stranger, { url: service.origin, handleCodeInApp: true })
    await toLink(owner)
    assert.equal(mailer.count(), 1)
  })

  it('a change of address is refused unless a code at the new address confirms it', async (t) => {
    const { auth, service, signInOwner, openLink } = await openClosed(t)
    const user = await signInOwner()
    const { answer } = await service.call('update', { idToken: await user.getIdToken(), email: stranger })
    assert.match(answer.error?.message ?? '', /^OPERATION_NOT_ALLOWED : /)
    await verifyBeforeUpdateEmail(user, 'new@shop.example')
    await applyActionCode(auth, (await openLink()).code)
    await signInWithEmailAndPassword(auth, 'new@shop.example', password)
  })

  it('an anonymous user gets no address by an update', async (t) => {
    const { auth, service } = await openClosed(t)
    const { user } = await signInAnonymously(auth)
    const { answer } = await service.call('update', { idToken: await user.getIdToken(), email: stranger, password })
    assert.match(answer.error?.message ?? '', /^OPERATION_NOT_ALLOWED : /)
    await user.reload()
    assert.ok(user.isAnonymous)
  })
})

/** What answers as always. */
const openWays: Readonly<Record<string, (closed: Closed) => Promise<unknown>>> = {
  'anonymous sign-in, with profile and deletion': async ({ auth }) => {
    const { user } = await signInAnonymously(auth)
    await updateProfile(user, { displayName: 'Mary' })
    await user.getIdToken(true)
    await user.reload()
    await deleteUser(user)
  },
  'sign-in with a password, and a new one': async ({ signInOwner }) =>
    updatePassword(await signInOwner(), 'another one'),
  'sign-in of an account by a link': async ({ auth, toLink }) => signInWithEmailLink(auth, owner, await toLink(owner)),
  'sign-in of an account by a provider': async ({ auth }) => {
    assert.equal((await signInWithCredential(auth, await getCredential('owner'))).user.email, owner)
  },
  'a provider’s user without an address': async ({ auth }) => signInWithCredential(auth, await getCredential('shy')),
  'linking a provider to an account with an address': async ({ signInOwner }) =>
    linkWithCredential(await signInOwner(), await getCredential('eve')),
  'a reset by mail': async ({ auth, openLink }) => {
    await sendPasswordResetEmail(auth, owner)
    await confirmPasswordReset(auth, (await openLink()).code, 'another one')
  },
  'the password policy': ({ auth }) => validatePassword(auth, password),
  'revoking a token': async ({ service, signInOwner }) => {
    const user = await signInOwner()
    const fields = { idToken: await user.getIdToken(), providerId: 'password', token: user.refreshToken }
    assert.equal((await service.callToolkit('/v2/accounts:revokeToken', fields)).status, 200)
  },
  projects: async ({ service }) => {
    assert.equal((await service.get('/identitytoolkit.googleapis.com/v1/projects')).status, 200)
  },
}

for (const [way, act] of Object.entries(openWays)) {
  it(`accounts that owners alone make: ${way} is as always`, async (t) => {
    await act(await openClosed(t))
  })
}

it('accounts that anyone makes: signing up, linking and an update give an address', async (t) => {
  const { auth, service, openLink } = await openShop(t)
  await createUserWithEmailAndPassword(auth, stranger, password)
  const { user } = await signInAnonymously(openBrowser(t, service.origin).auth)
  await linkWithCredential(user, EmailAuthProvider.credential('anne@example.com', password))
  const { status } = await service.call('update', { idToken: await user.getIdToken(), email: 'ruth@example.com' })
  assert.equal(status, 200)
  await sendPasswordResetEmail(auth, 'ruth@example.com')
  assert.equal((await openLink()).to, 'ruth@example.com')
})
