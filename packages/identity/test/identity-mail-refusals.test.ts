import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'

import { createUserWithEmailAndPassword, sendEmailVerification, sendPasswordResetEmail } from 'firebase/auth'

import { serveIdentity } from './test-support-identity.ts'
import { mary, openSignedIn, password } from './test-support-mail.ts'
import { openBrowser } from './test-support-visitors.ts'

describe('a link that leads on to another site', () => {
  it('is sent to nobody', async (t) => {
    const { auth, mailServer } = await openSignedIn(t)
    const refusal = { code: 'auth/unauthorized-continue-uri' }
    await assert.rejects(sendPasswordResetEmail(auth, mary, { url: 'https://elsewhere.example/' }), refusal)
    assert.equal(mailServer.count(), 0)
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

  it('is not quoted in the log of the service', async (t) => {
    const { user, service } = await openSignedIn(t, {
      smtp: {
        async onData(stream, _session, done) {
          done(Object.assign(new Error(await text(stream)), { responseCode: 554 }))
        },
      },
    })
    await assert.rejects(sendEmailVerification(user), { code: 'auth/network-request-failed' })
    assert.match(service.logged.join(''), /mail-unavailable/)
    assert.doesNotMatch(service.logged.join(''), /oobCode/)
  })
})
