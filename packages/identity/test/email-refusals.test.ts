import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createUserWithEmailAndPassword, sendEmailVerification, sendPasswordResetEmail } from 'firebase/auth'

import { mary, openSignedIn, password } from './test-support-action-links.ts'
import { openBrowser } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

describe('continue URL on another site', () => {
  it('sends no e-mail', async (t) => {
    const { auth, mailer } = await openSignedIn(t)
    const refusal = { code: 'auth/unauthorized-continue-uri' }
    await assert.rejects(sendPasswordResetEmail(auth, mary, { url: 'https://elsewhere.example/' }), refusal)
    assert.equal(mailer.count(), 0)
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
    assert.ok(!service.audited().includes('code-sent'))
  })

  it('mail server unavailable: the user stays signed in and can retry', async (t) => {
    const { auth, user } = await openSignedIn(t, {
      deliver: () => Promise.reject(Object.assign(new Error('No.'), { code: 'mail-unavailable' })),
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/network-request-failed' })
    assert.equal(auth.currentUser, user)
  })
})
