import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createUserWithEmailAndPassword, sendEmailVerification, sendPasswordResetEmail } from 'firebase/auth'

import { serveIdentity } from './test-support-identity.ts'
import { mary, openSignedIn, password } from './test-support-mail.ts'
import { openBrowser } from './test-support-visitors.ts'

describe('a link that leads on to another site', () => {
  it('is sent to nobody', async (t) => {
    const { auth, mailer } = await openSignedIn(t)
    const refusal = { code: 'auth/unauthorized-continue-uri' }
    await assert.rejects(sendPasswordResetEmail(auth, mary, { url: 'https://elsewhere.example/' }), refusal)
    assert.equal(mailer.count(), 0)
  })
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
      deliver: () => Promise.resolve('refused'),
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/invalid-recipient-email' })
    await sendPasswordResetEmail(auth, mary)
    assert.ok(!service.audited().includes('code-sent'))
  })

  it('now leaves everybody signed in, to try again', async (t) => {
    const { auth, user } = await openSignedIn(t, {
      deliver: () => Promise.reject(Object.assign(new Error('No.'), { code: 'mail-unavailable' })),
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/network-request-failed' })
    assert.equal(auth.currentUser, user)
  })
})
