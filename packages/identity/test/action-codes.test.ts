import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  linkWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailLink,
  unlink,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
  type ActionCodeSettings,
  type User,
} from 'firebase/auth'

import { mary, openShop, openSignedIn, openVerified, password } from './test-support-action-links.ts'
import { openBrowser } from './test-support-client.ts'
import { reclaim, serveIdentity } from './test-support-identity.ts'

const hourMs = 3_600_000

const inApp: ActionCodeSettings = { url: 'http://localhost/create', handleCodeInApp: true }

const confirmations: Readonly<Record<string, (user: User) => Promise<void>>> = {
  verifyEmail: (user) => sendEmailVerification(user),
  verifyAndChangeEmail: (user) => verifyBeforeUpdateEmail(user, 'another@example.com'),
}

for (const [mode, request] of Object.entries(confirmations)) {
  it(`a link that confirms an address says when the account was made: ${mode}`, async (t) => {
    const { user, openLink } = await openSignedIn(t)
    await request(user)
    const { searchParams } = new URL((await openLink()).link)
    assert.equal(searchParams.get('mode'), mode)
    const createdAt = Date.parse(searchParams.get('accountCreatedAt') ?? '')
    assert.equal(new Date(createdAt).toUTCString(), user.metadata.creationTime)
  })
}

describe('password reset', () => {
  it('mails a link to the page of the application, and is in the audit log', async (t) => {
    const { auth, openLink, service } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, 'Mary@Example.com', { url: 'http://localhost/create?a=b' })
    const { to, link, action, code } = await openLink()
    assert.equal(to, mary)
    assert.ok(link.startsWith('http://localhost/__/auth/action?mode=resetPassword&'), link)
    assert.equal(action.continueUrl, 'http://localhost/create?a=b')
    await confirmPasswordReset(auth, code, 'another one')
    await assert.rejects(confirmPasswordReset(auth, code, 'yet another'), { code: 'auth/invalid-action-code' })
    const events = ['account-created', 'code-sent', 'code-used', 'password-changed', 'code-refused']
    assert.deepEqual(service.audited(), events)
  })

  it('invalidates all other reset links', async (t) => {
    const { auth, openLink } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, mary)
    const first = await openLink()
    await sendPasswordResetEmail(auth, mary)
    await confirmPasswordReset(auth, (await openLink()).code, 'another one')
    await assert.rejects(verifyPasswordResetCode(auth, first.code), { code: 'auth/invalid-action-code' })
  })

  it('the link expires after an hour', async (t) => {
    const { auth, service, openLink } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, mary)
    const { code } = await openLink()
    service.clock.aheadMs = hourMs
    await assert.rejects(confirmPasswordReset(auth, code, 'another one'), { code: 'auth/expired-action-code' })
    await assert.rejects(checkActionCode(auth, code), { code: 'auth/expired-action-code' })
  })

  it('an unknown e-mail address gets the same response and no e-mail', async (t) => {
    const { service, openLink, mailer } = await openSignedIn(t)
    const requestReset = async (email: string) => {
      const body = JSON.stringify({ requestType: 'PASSWORD_RESET', email })
      const answer = await service.post('/identitytoolkit.googleapis.com/v1/accounts:sendOobCode', body)
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    const kind = 'identitytoolkit#GetOobConfirmationCodeResponse'
    assert.deepEqual(await requestReset('nobody@example.com'), { status: 200, kind, email: 'nobody@example.com' })
    assert.deepEqual(await requestReset(mary), { status: 200, kind, email: mary })
    assert.equal((await openLink()).to, mary)
    assert.equal(mailer.count(), 1)
  })

  it('is rate-limited', async (t) => {
    const { auth } = await openShop(t)
    for (let times = 0; times < 5; times += 1) await sendPasswordResetEmail(auth, mary)
    await assert.rejects(sendPasswordResetEmail(auth, mary), { code: 'auth/too-many-requests' })
  })
})

describe('action code', () => {
  it('is neither in the database nor in the log', async (t) => {
    const { auth, service, openLink } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, mary)
    const { code } = await openLink()
    const files = await Promise.all([service.file, `${service.file}-wal`].map((file) => readFile(file)))
    assert.ok(files.some((bytes) => bytes.includes('PASSWORD_RESET')))
    assert.ok(!files.some((bytes) => bytes.includes(code)))
    assert.ok(service.audited().includes('code-sent'))
    assert.ok(!service.logged.join('').includes(code))
  })

  it('stays valid when strangers ask for others, also one that was printed for an owner', async (t) => {
    const { auth, service, openLink } = await openShop(t, { settings: { isRateLimited: false } })
    const { link, email } = reclaim(service.identity(), 'owner@shop.example')
    const codes = [new URL(link).searchParams.get('oobCode') ?? '']
    for (let times = 0; times < 6; times += 1) {
      await sendPasswordResetEmail(auth, email)
      codes.push((await openLink()).code)
    }
    for (const code of codes) assert.equal(await verifyPasswordResetCode(auth, code), email)
  })
})

describe('e-mail address', () => {
  it('is changed by a link to the new one, and the old one is notified', async (t) => {
    const { auth, user, openLink } = await openVerified(t)
    await verifyBeforeUpdateEmail(user, 'm@example.com')
    const { to, code } = await openLink()
    assert.equal(to, 'm@example.com')
    await applyActionCode(auth, code)
    const notice = await openLink()
    assert.deepEqual([notice.to, notice.action.operation], [mary, 'RECOVER_EMAIL'])
  })

  it('is notified when it is unlinked and replaced', async (t) => {
    const { auth, user, openLink, service } = await openVerified(t)
    await unlink(user, 'password')
    await linkWithCredential(user, EmailAuthProvider.credential('attacker@example.com', 'purl two together'))
    const notice = await openLink()
    assert.equal(notice.to, mary)
    assert.equal(service.audited().filter((event) => event === 'email-changed').length, 2)
    await applyActionCode(auth, notice.code)
    await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
  })

  it('is notified when a password is added with another address', async (t) => {
    const { auth, openLink, service } = await openShop(t)
    await sendSignInLinkToEmail(auth, mary, inApp)
    const { user } = await signInWithEmailLink(auth, mary, (await openLink()).link)
    const fields = { idToken: await user.getIdToken(), email: 'attacker@example.com', password: 'purl two together' }
    await service.post('/identitytoolkit.googleapis.com/v1/accounts:signUp', JSON.stringify(fields))
    assert.equal((await openLink()).to, mary)
    assert.ok(service.audited().includes('email-changed'))
  })
})

describe('sign-in link', () => {
  it('works once', async (t) => {
    const { auth, openLink } = await openShop(t)
    await sendSignInLinkToEmail(auth, mary, inApp)
    const { link } = await openLink()
    await signInWithEmailLink(auth, mary, link)
    await assert.rejects(signInWithEmailLink(auth, mary, link), { code: 'auth/invalid-action-code' })
  })

  it('expires after an hour', async (t) => {
    const { auth, openLink, service } = await openShop(t)
    await sendSignInLinkToEmail(auth, mary, inApp)
    const { link } = await openLink()
    service.clock.aheadMs = hourMs
    await assert.rejects(signInWithEmailLink(auth, mary, link), { code: 'auth/expired-action-code' })
  })
})

describe('continue URL on another site', () => {
  it('sends no e-mail', async (t) => {
    const { auth, mailer, openLink } = await openSignedIn(t)
    const refusal = { code: 'auth/unauthorized-continue-uri' }
    await assert.rejects(sendPasswordResetEmail(auth, mary, { url: 'https://elsewhere.example/' }), refusal)
    // E-mails are sent in the background, in order: the next one is the first.
    await sendPasswordResetEmail(auth, mary)
    await openLink()
    assert.equal(mailer.count(), 1)
  })
})

describe('e-mail that cannot be sent', () => {
  it('no mail server: is refused alike for known and unknown e-mail addresses', async (t) => {
    const service = await serveIdentity(t)
    const { auth } = openBrowser(t, service.origin)
    await createUserWithEmailAndPassword(auth, mary, password)
    for (const email of [mary, 'nobody@example.com']) {
      const refusal = { code: 'auth/operation-not-allowed', message: /This shop cannot send mail\./ }
      await assert.rejects(sendPasswordResetEmail(auth, email), refusal)
    }
  })

  it('unknown mailbox: is reported, except for a password reset', async (t) => {
    const { auth, user, service } = await openSignedIn(t, {
      deliver: () => Promise.resolve('refused'),
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/invalid-recipient-email' })
    await sendPasswordResetEmail(auth, mary)
    assert.deepEqual(service.auditedWithReasons(), ['account-created', 'mail-failed INVALID_RECIPIENT_EMAIL'])
  })

  it('mail server unavailable: the user stays signed in and can retry', async (t) => {
    const { auth, user } = await openSignedIn(t, {
      deliver: () => Promise.reject(Object.assign(new Error('No.'), { code: 'mail-unavailable' })),
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/network-request-failed' })
    assert.equal(auth.currentUser, user)
  })
})
