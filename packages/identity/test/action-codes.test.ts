import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

import {
  ActionCodeOperation,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  isSignInWithEmailLink,
  linkWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  unlink,
  updateEmail,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
  type ActionCodeSettings,
} from 'firebase/auth'

import { mary, openShop, openSignedIn, openVerified, password } from './test-support-action-links.ts'
import { openBrowser } from './test-support-client.ts'

const hourMs = 3_600_000

const inApp: ActionCodeSettings = { url: 'http://localhost/create', handleCodeInApp: true }

describe('password reset', () => {
  it('works once and signs the user out everywhere', async (t) => {
    const { auth, user, openLink, service } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, 'Mary@Example.com', { url: 'http://localhost/create?a=b' })
    const { to, link, action, code } = await openLink()
    assert.equal(to, mary)
    assert.ok(link.startsWith('http://localhost/__/auth/action?mode=resetPassword&'), link)
    assert.equal(action.operation, ActionCodeOperation.PASSWORD_RESET)
    assert.equal(action.continueUrl, 'http://localhost/create?a=b')
    assert.equal(action.languageCode, 'en')
    assert.equal(await verifyPasswordResetCode(auth, code), mary)
    await confirmPasswordReset(auth, code, 'another one')
    await assert.rejects(confirmPasswordReset(auth, code, 'yet another'), { code: 'auth/invalid-action-code' })
    await assert.rejects(verifyPasswordResetCode(auth, code), { code: 'auth/invalid-action-code' })
    await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
    await assert.rejects(signInWithEmailAndPassword(auth, mary, password), { code: 'auth/invalid-credential' })
    assert.equal((await signInWithEmailAndPassword(auth, mary, 'another one')).user.emailVerified, true)
    for (const event of ['code-sent', 'code-used', 'code-refused']) assert.ok(service.audited().includes(event), event)
  })

  it('invalidates all other reset links', async (t) => {
    const { auth, openLink } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, mary)
    const first = await openLink()
    await sendPasswordResetEmail(auth, mary)
    await confirmPasswordReset(auth, (await openLink()).code, 'another one')
    await assert.rejects(verifyPasswordResetCode(auth, first.code), { code: 'auth/invalid-action-code' })
  })

  it('a weak password does not use up the link', async (t) => {
    const { auth, openLink } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, mary)
    const { code } = await openLink()
    await assert.rejects(confirmPasswordReset(auth, code, 'short'), { code: 'auth/weak-password' })
    await confirmPasswordReset(auth, code, 'long enough')
  })

  it('the link expires after an hour', async (t) => {
    const { auth, service, openLink } = await openSignedIn(t)
    await sendPasswordResetEmail(auth, mary)
    const { code } = await openLink()
    service.clock.aheadMs = hourMs
    await assert.rejects(confirmPasswordReset(auth, code, 'another one'), { code: 'auth/expired-action-code' })
    await assert.rejects(checkActionCode(auth, code), { code: 'auth/expired-action-code' })
  })

  it('rejects a code of another kind', async (t) => {
    const { auth, user, openLink } = await openSignedIn(t)
    await sendEmailVerification(user)
    const { code } = await openLink()
    await assert.rejects(confirmPasswordReset(auth, code, 'another one'), { code: 'auth/invalid-action-code' })
    await applyActionCode(auth, code)
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
    assert.ok(!service.logged.join('').includes(code))
  })

  it('only the newest five of an account and purpose are valid', async (t) => {
    const { auth, openLink } = await openSignedIn(t, { settings: { isRateLimited: false } })
    const codes: string[] = []
    for (let times = 0; times < 6; times += 1) {
      await sendPasswordResetEmail(auth, mary)
      codes.push((await openLink()).code)
    }
    const [first = '', second = ''] = codes
    await assert.rejects(verifyPasswordResetCode(auth, first), { code: 'auth/invalid-action-code' })
    assert.equal(await verifyPasswordResetCode(auth, second), mary)
  })
})

describe('e-mail address', () => {
  it('is verified once', async (t) => {
    const { auth, user, openLink } = await openSignedIn(t)
    await sendEmailVerification(user)
    const { action, code } = await openLink()
    assert.equal(action.operation, ActionCodeOperation.VERIFY_EMAIL)
    const { data, operation } = await checkActionCode(auth, code)
    assert.deepEqual([operation, data.email], ['VERIFY_EMAIL', mary])
    await applyActionCode(auth, code)
    await reload(user)
    assert.equal(user.emailVerified, true)
    await assert.rejects(applyActionCode(auth, code), { code: 'auth/invalid-action-code' })
  })

  it('is changed by a link to the new one, and the old one is notified', async (t) => {
    const { auth, user, openLink } = await openVerified(t)
    await verifyBeforeUpdateEmail(user, 'm@example.com')
    const { to, code } = await openLink()
    assert.equal(to, 'm@example.com')
    const { data } = await checkActionCode(auth, code)
    assert.deepEqual([data.email, data.previousEmail], ['m@example.com', mary])
    await applyActionCode(auth, code)
    await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
    const changed = await signInWithEmailAndPassword(auth, 'm@example.com', password)
    assert.deepEqual([changed.user.uid, changed.user.emailVerified], [user.uid, true])
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

  it('is not changed to the address of another account', async (t) => {
    const { auth, user, openLink } = await openSignedIn(t)
    await verifyBeforeUpdateEmail(user, 'm@example.com')
    const { code } = await openLink()
    await createUserWithEmailAndPassword(auth, 'm@example.com', password)
    await assert.rejects(applyActionCode(auth, code), { code: 'auth/email-already-in-use' })
    await assert.rejects(verifyBeforeUpdateEmail(user, 'm@example.com'), { code: 'auth/email-already-in-use' })
  })

  it('is recovered by its owner, and the attacker is signed out', async (t) => {
    const { auth, user, openLink } = await openVerified(t)
    await updateEmail(user, 'attacker@example.com')
    const { to, code } = await openLink()
    assert.equal(to, mary)
    const { data, operation } = await checkActionCode(auth, code)
    assert.deepEqual([operation, data.email, data.previousEmail], ['RECOVER_EMAIL', mary, 'attacker@example.com'])
    await sendPasswordResetEmail(auth, 'attacker@example.com')
    const attackersReset = await openLink()
    await applyActionCode(auth, code)
    await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
    await assert.rejects(verifyPasswordResetCode(auth, attackersReset.code), { code: 'auth/invalid-action-code' })
    await assert.rejects(signInWithEmailAndPassword(auth, mary, password), { code: 'auth/invalid-credential' })
    await sendPasswordResetEmail(auth, mary)
    await confirmPasswordReset(auth, (await openLink()).code, 'another one')
    const owner = await signInWithEmailAndPassword(auth, mary, 'another one')
    assert.deepEqual([owner.user.uid, owner.user.emailVerified], [user.uid, true])
  })
})

describe('sign-in link', () => {
  it('creates an account, works once, and signs in to it again', async (t) => {
    const { auth, openLink } = await openShop(t)
    await sendSignInLinkToEmail(auth, mary, inApp)
    const { link, code } = await openLink()
    assert.ok(isSignInWithEmailLink(auth, link))
    assert.equal((await checkActionCode(auth, code)).data.email, null)
    await assert.rejects(signInWithEmailLink(auth, 'm@example.com', link), { code: 'auth/invalid-email' })
    const { user } = await signInWithEmailLink(auth, 'Mary@example.com', link)
    assert.deepEqual([user.email, user.emailVerified, user.isAnonymous], [mary, true, false])
    assert.equal((await user.getIdTokenResult()).signInProvider, 'password')
    await assert.rejects(signInWithEmailLink(auth, mary, link), { code: 'auth/invalid-action-code' })
    await sendSignInLinkToEmail(auth, mary, inApp)
    assert.equal((await signInWithEmailLink(auth, mary, (await openLink()).link)).user.uid, user.uid)
  })

  it('adds its e-mail address to an anonymous account', async (t) => {
    const { auth, openLink } = await openShop(t)
    const { user } = await signInAnonymously(auth)
    await sendSignInLinkToEmail(auth, mary, inApp)
    const credential = EmailAuthProvider.credentialWithLink(mary, (await openLink()).link)
    const linked = await linkWithCredential(user, credential)
    assert.deepEqual([linked.user.uid, linked.user.email, linked.user.isAnonymous], [user.uid, mary, false])
  })

  it('does not add the e-mail address of another account, and stays valid', async (t) => {
    const { auth, openLink, service } = await openSignedIn(t)
    const { user } = await signInAnonymously(openBrowser(t, service.origin).auth)
    await sendSignInLinkToEmail(auth, mary, inApp)
    const { link } = await openLink()
    const credential = EmailAuthProvider.credentialWithLink(mary, link)
    await assert.rejects(linkWithCredential(user, credential), { code: 'auth/email-already-in-use' })
    assert.equal((await signInWithEmailLink(auth, mary, link)).user.email, mary)
  })

  it('reclaims an account that never verified the e-mail address', async (t) => {
    const { auth, user, openLink, service } = await openSignedIn(t)
    const owner = openBrowser(t, service.origin).auth
    await sendSignInLinkToEmail(owner, mary, inApp)
    const signedIn = await signInWithEmailLink(owner, mary, (await openLink()).link)
    assert.equal(signedIn.user.uid, user.uid)
    assert.ok(service.audited().includes('tokens-revoked'))
    await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
    await assert.rejects(signInWithEmailAndPassword(auth, mary, password), { code: 'auth/invalid-credential' })
  })

  it('keeps the password of an account with a verified e-mail address', async (t) => {
    const { auth, user, openLink } = await openSignedIn(t)
    await sendEmailVerification(user)
    await applyActionCode(auth, (await openLink()).code)
    await sendSignInLinkToEmail(auth, mary, inApp)
    await signInWithEmailLink(auth, mary, (await openLink()).link)
    await signInWithEmailAndPassword(auth, mary, password)
  })

  it('expires after an hour', async (t) => {
    const { auth, openLink, service } = await openShop(t)
    await sendSignInLinkToEmail(auth, mary, inApp)
    const { link } = await openLink()
    service.clock.aheadMs = hourMs
    await assert.rejects(signInWithEmailLink(auth, mary, link), { code: 'auth/expired-action-code' })
  })
})
