import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createUserWithEmailAndPassword, sendEmailVerification, sendPasswordResetEmail } from 'firebase/auth'

import { openBrowser, serveIdentity } from './identity-test-support.ts'
import { mary, openShop, openSignedIn, password } from './test-support-mail.ts'

describe('where a link leads on to', () => {
  for (const [url, code] of [
    ['https://elsewhere.example/', 'auth/unauthorized-continue-uri'],
    ['http://localhost.elsewhere.example/', 'auth/unauthorized-continue-uri'],
    ['http://localhost@elsewhere.example/', 'auth/unauthorized-continue-uri'],
    ['javascript:alert(1)', 'auth/invalid-continue-uri'],
    ['/create', 'auth/invalid-continue-uri'],
    [`http://localhost/${'a'.repeat(2_000)}`, 'auth/invalid-continue-uri'],
  ] as const) {
    it(`is not ${url.slice(0, 50)}`, async (t) => {
      const { auth, mailServer } = await openShop(t)
      await assert.rejects(sendPasswordResetEmail(auth, mary, { url }), { code })
      assert.equal(mailServer.count(), 0)
    })
  }
})

describe('a mail that cannot be sent', () => {
  it('as the shop has no mail server is refused, whoever it is for', async (t) => {
    const service = await serveIdentity(t)
    const { auth } = openBrowser(t, service.origin)
    await createUserWithEmailAndPassword(auth, mary, password)
    for (const email of [mary, 'nobody@example.com']) {
      const refusal = { code: 'auth/operation-not-allowed', message: /This shop cannot send mail\./ }
      await assert.rejects(sendPasswordResetEmail(auth, email), refusal)
    }
  })

  it('as there is no such mailbox is told, but not of a new password', async (t) => {
    const { auth, user, service } = await openSignedIn(t, {
      smtp: { onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No.'), { responseCode: 550 })) },
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/invalid-recipient-email' })
    await sendPasswordResetEmail(auth, mary)
    assert.ok(!service.audited().includes('code-sent'))
  })

  it('now leaves everybody signed in, to try again', async (t) => {
    const { auth, user } = await openSignedIn(t, {
      smtp: { onConnect: (_session, done) => done(Object.assign(new Error('No.'), { responseCode: 421 })) },
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/network-request-failed' })
    assert.equal(auth.currentUser, user)
  })
})

describe('a bad request', () => {
  const bad: [method: string, body: object, message: string][] = [
    ['sendOobCode', {}, 'MISSING_REQ_TYPE'],
    ['sendOobCode', { requestType: 'RECOVER_EMAIL', email: mary }, 'INVALID_REQ_TYPE'],
    ['sendOobCode', { requestType: 'constructor' }, 'INVALID_REQ_TYPE'],
    ['sendOobCode', { requestType: 7 }, 'INVALID_ARGUMENT'],
    ['sendOobCode', { requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: 'mary' }, 'INVALID_EMAIL'],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: 'a@b.example\r\nBcc: c@d.example' }, 'INVALID_EMAIL'],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: mary, returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: mary, tenantId: 't' }, 'UNSUPPORTED_TENANT_OPERATION'],
    ['sendOobCode', { requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    ['sendOobCode', { requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    ['sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: 'forged' }, 'INVALID_ID_TOKEN'],
    ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL' }, 'MISSING_NEW_EMAIL'],
    ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: mary }, 'MISSING_ID_TOKEN'],
    ['resetPassword', {}, 'MISSING_OOB_CODE'],
    ['resetPassword', { oobCode: 'x'.repeat(50_000), newPassword: 'long enough' }, 'INVALID_OOB_CODE'],
    ['resetPassword', { oobCode: ['a'] }, 'INVALID_ARGUMENT'],
    ['signInWithEmailLink', {}, 'MISSING_EMAIL'],
    ['signInWithEmailLink', { email: mary }, 'MISSING_OOB_CODE'],
    ['signInWithEmailLink', { email: mary, oobCode: 'a' }, 'INVALID_OOB_CODE'],
    ['signInWithEmailLink', { email: mary, oobCode: 'a', idToken: 'forged' }, 'INVALID_ID_TOKEN'],
    ['update', { oobCode: 'a' }, 'INVALID_OOB_CODE'],
  ]
  it('is a 400 that says what is wrong', async (t) => {
    const { service, mailServer } = await openShop(t)
    for (const [method, body, message] of bad) {
      const path = `/identitytoolkit.googleapis.com/v1/accounts:${method}`
      const answer = await service.post(path, JSON.stringify(body))
      const { error } = (await answer.json()) as { error: { message: string } }
      assert.deepEqual([answer.status, error.message.split(' : ')[0]], [400, message], JSON.stringify(body))
    }
    assert.equal(mailServer.count(), 0)
  })
})
