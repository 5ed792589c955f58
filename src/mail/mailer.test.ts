import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'

import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'

import { createMailer } from './mailer.ts'
import type { Mail } from './mailer.ts'
import { createPostOffice } from './post-office.ts'
import type { SmtpServer } from './post-office.ts'
import { createCertificate } from './test-support-certificate.ts'
import { openMailServer } from './test-support.ts'

const certificate = createCertificate()
setDefaultCACertificates([...getCACertificates('default'), certificate.cert])

const mail: Mail = { kind: 'resetPassword', to: 'mary@example.com', link: 'https://shop.example/a?b=1&oobCode=abc' }
const letter = { to: mail.to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const unavailable = { name: 'ShopError', code: 'mail-unavailable' }

function openLog() {
  const logged: string[] = []
  return { log: pino({}, { write: (line: string) => void logged.push(line) }), logged }
}

function openOffice(smtp: SmtpServer, timeoutMs?: number) {
  const { log, logged } = openLog()
  const office = createPostOffice({ smtp, senderName: 'Wool & Co', log, ...(timeoutMs !== undefined && { timeoutMs }) })
  return { office, logged }
}

/** Takes whoever logs in as shop with the password secret. */
const withUser: SMTPServerOptions = {
  authOptional: false,
  onAuth: ({ username, password }, _session, done) => {
    if (username === 'shop' && password === 'secret') done(null, { user: 'shop' })
    else done(new Error('No.'))
  },
}
const user = { user: 'shop', password: 'secret' }

describe('a letter', () => {
  it('arrives as text and as HTML, in the name of the shop', async (t) => {
    const server = await openMailServer(t)
    const mailer = createMailer({ smtp: server.smtp, shopName: 'Wool & Co', log: openLog().log, isPreview: false })
    assert.equal(await mailer?.send(mail), 'accepted')
    const { to, content, link } = await server.next()
    assert.deepEqual(to, [mail.to])
    assert.equal(link, mail.link)
    assert.match(content, /^From: "Wool & Co" <shop@example\.com>\r$/m)
    assert.match(content, /^Subject: Set a new password for Wool & Co\r$/m)
    assert.match(content, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(content, /<a href="https:\/\/shop\.example\/a\?b=1&amp;oobCode=abc">Choose a new password<\/a>/)
    assert.match(content, /<p>Wool &amp; Co<\/p>/)
    await mailer?.close()
  })

  it('goes to its address alone, however that is written', async (t) => {
    const server = await openMailServer(t)
    const { office } = openOffice(server.smtp)
    await office.send({ ...letter, to: 'a,b@example.com' }).catch(() => {})
    await office.send(letter)
    assert.deepEqual((await server.next()).to.length, 1)
  })
})

describe('a mail server', () => {
  it('with TLS from the start and a user', async (t) => {
    const server = await openMailServer(t, { secure: true, ...certificate, ...withUser })
    assert.equal(await openOffice({ ...server.smtp, ...user }).office.send(letter), 'accepted')
  })

  it('that is upgraded to TLS', async (t) => {
    const server = await openMailServer(t, { disabledCommands: [], ...certificate, ...withUser })
    assert.equal(await openOffice({ ...server.smtp, ...user }).office.send(letter), 'accepted')
  })

  it('is not trusted with another certificate', async (t) => {
    const server = await openMailServer(t, { secure: true, ...createCertificate() })
    await assert.rejects(openOffice(server.smtp).office.send(letter), unavailable)
    assert.equal(server.count(), 0)
  })

  it('gets no password without TLS, unless it is on this machine', async (t) => {
    const server = await openMailServer(t, withUser)
    const { office, logged } = openOffice({ ...server.smtp, ...user, host: '0.0.0.0' })
    await assert.rejects(office.send(letter), unavailable)
    assert.match(logged.join(''), /"code":"ETLS"/)
  })

  it('that does not know the password is named in the log, the password not', async (t) => {
    const server = await openMailServer(t, { ...withUser, allowInsecureAuth: true })
    const { office, logged } = openOffice({ ...server.smtp, ...user, password: 'wrong-one' })
    await assert.rejects(office.send(letter), unavailable)
    assert.match(logged.join(''), /"code":"EAUTH"/)
    assert.ok(!logged.join('').includes('wrong-one'))
  })

  for (const [status, outcome] of [
    [550, 'refused'],
    [450, 'mail-unavailable'],
  ] as const) {
    it(`that says ${status} to a recipient: ${outcome}`, async (t) => {
      const server = await openMailServer(t, {
        onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such.'), { responseCode: status })),
      })
      const { office } = openOffice(server.smtp)
      assert.equal(await office.send(letter).catch(({ code }: { code: string }) => code), outcome)
    })
  }

  const words = Object.assign(new Error(`I will not have ${mail.link}`), { responseCode: 554 })
  for (const [what, options] of [
    ['the greeting', { onConnect: (_session, done) => done(words) }],
    ['the sender', { onMailFrom: (_address, _session, done) => done(words) }],
    ['the recipient', { onRcptTo: (_address, _session, done) => done(Object.assign(words, { responseCode: 451 })) }],
    ['the letter', { onData: (stream, _session, done) => void stream.resume().once('end', () => done(words)) }],
  ] as const satisfies readonly (readonly [string, SMTPServerOptions])[]) {
    it(`that refuses ${what} is quoted neither in the log nor in the error`, async (t) => {
      const server = await openMailServer(t, options)
      const { office, logged } = openOffice(server.smtp)
      const error = await office.send(letter).catch((refusal: unknown) => refusal)
      assert.equal((error as { code: string }).code, 'mail-unavailable')
      assert.match(logged.join(''), /"responseCode":(?:554|451)/)
      assert.doesNotMatch(logged.join('') + inspect(error, { depth: null }), /oobCode|I will not have/)
    })
  }

  it('that is not there is named in the log', async () => {
    const { office, logged } = openOffice({
      ...user,
      host: '127.0.0.1',
      port: 1,
      isTls: false,
      from: 'shop@example.com',
    })
    await assert.rejects(office.send(letter), unavailable)
    assert.match(logged.join(''), /ECONNREFUSED/)
  })
})

describe('a mail server that hangs', () => {
  async function openSilent(t: TestContext): Promise<SmtpServer> {
    const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    return { host: '127.0.0.1', port, isTls: false, user: undefined, password: undefined, from: 'shop@example.com' }
  }

  it('before its greeting is given up', async (t) => {
    await assert.rejects(openOffice(await openSilent(t), 50).office.send(letter), unavailable)
  })

  it('with the letter in its hands is given up', async (t) => {
    const server = await openMailServer(t, { onData: (stream) => void stream.resume() })
    await assert.rejects(openOffice(server.smtp, 200).office.send(letter), unavailable)
  })

  it('holds up a bounded number of letters, and the end only until they are given up', async (t) => {
    const { office } = openOffice(await openSilent(t), 200)
    const sending = Array.from({ length: 60 }, () => office.send(letter))
    const outcomes = Promise.allSettled(sending)
    await office.close()
    assert.ok((await outcomes).every(({ status }) => status === 'rejected'))
  })
})

describe('without a mail server', () => {
  it('a preview writes the link to its log', async () => {
    const { log, logged } = openLog()
    const mailer = createMailer({ smtp: undefined, shopName: 'Wool & Co', log, isPreview: true })
    assert.equal(await mailer?.send(mail), 'accepted')
    assert.ok(logged.join('').includes(mail.link))
  })

  it('a public shop has none to send with', () => {
    const { log } = openLog()
    assert.equal(createMailer({ smtp: undefined, shopName: 'Wool & Co', log, isPreview: false }), undefined)
  })
})
