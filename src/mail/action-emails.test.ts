import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import { openEmbeddedIdentity } from '../owners/embedded/identity.ts'
import { callIdentity } from '../owners/embedded/test-support.ts'
import { createMailer } from './mailer.ts'
import { openMailServer } from './test-support-mail-server.ts'

const mary = { email: 'mary@example.com', password: 'a good one', returnSecureToken: true }

/** The identity service with a mail server, and an account that is signed in. */
async function openSignedIn(t: TestContext, options: SMTPServerOptions = {}) {
  const mailServer = await openMailServer(t, options)
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const mailer = createMailer({ smtp: mailServer.smtp, shopName: () => 'Stockinette', log, isPreview: false })
  const dataDir = temporaryFolder(t)
  const database = openShopDatabase({ path: dataDir })
  const { identity } = await openEmbeddedIdentity({ database, dataDir, projectId: 'demo-shop', log, mailer })
  t.after(async () => {
    await identity.close()
    database.close()
    await mailer?.close()
  })
  const call = (method: string, fields: object) => callIdentity(identity, `accounts:${method}`, fields)
  const { idToken } = await call('signUp', mary)
  const verify = () => call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const reset = () => call('sendOobCode', { requestType: 'PASSWORD_RESET', email: mary.email })
  return { mailServer, logged, call, verify, reset }
}

describe('an e-mail of the identity service', () => {
  test('arrives with a link that works', async (t) => {
    const { mailServer, call, verify } = await openSignedIn(t)
    await verify()
    const { to, link } = await mailServer.next()
    assert.deepEqual(to, [mary.email])
    const { searchParams, pathname } = new URL(link)
    assert.deepEqual([pathname, searchParams.get('mode')], ['/__/auth/action', 'verifyEmail'])
    assert.equal((await call('update', { oobCode: searchParams.get('oobCode') }))['email'], mary.email)
  })

  test('to a mailbox that does not exist is refused, except for a new password', async (t) => {
    const { logged, verify, reset } = await openSignedIn(t, {
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No.'), { responseCode: 550 })),
    })
    await assert.rejects(verify(), { code: 'INVALID_RECIPIENT_EMAIL' })
    await reset()
    assert.doesNotMatch(logged.join(''), /code-sent/)
  })

  test('is sent five times to one mailbox, whatever is written around its address', async (t) => {
    const { mailServer, call } = await openSignedIn(t)
    const send = (email: string) => call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email })
    for (let times = 0; times < 5; times++) await send('ruth@example.com')
    for (const email of ['<ruth@example.com>', 'ruth@example.com>>', '"ruth"@example.com', 'ruth@example.com(1)']) {
      await assert.rejects(send(email), { code: 'INVALID_EMAIL' }, email)
    }
    assert.equal(mailServer.count(), 5)
  })

  test('is answered with 503 when the mail server is not available', async (t) => {
    const { verify } = await openSignedIn(t, {
      onConnect: (_session, done) => done(Object.assign(new Error('No.'), { responseCode: 421 })),
    })
    await assert.rejects(verify(), { code: 503 })
  })

  test('is not quoted in the log when the mail server quotes it', async (t) => {
    const { logged, verify } = await openSignedIn(t, {
      async onData(stream, _session, done) {
        done(Object.assign(new Error(await text(stream)), { responseCode: 554 }))
      },
    })
    await assert.rejects(verify(), { code: 503 })
    assert.match(logged.join(''), /mail-unavailable/)
    assert.doesNotMatch(logged.join(''), /oobCode/)
  })
})
