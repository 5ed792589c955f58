import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'

import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'

import { createMailer, findMailFault, type Mail, type SmtpServer } from './mailer.ts'
import { createCertificate } from './test-support-certificate.ts'
import { openMailServer } from './test-support-mail-server.ts'

const certificate = createCertificate()
setDefaultCACertificates([...getCACertificates('default'), certificate.cert])

const mail: Mail = { kind: 'resetPassword', to: 'mary@example.com', link: 'https://shop.example/a?b=1&oobCode=abc' }
const unavailable = { name: 'ShopError', code: 'mail-unavailable' }

function openLog() {
  const logged: string[] = []
  return { log: pino({}, { write: (line: string) => void logged.push(line) }), logged }
}

/** A mailer of a shop whose owner is `owner@example.com`. */
function openMailer(smtp: SmtpServer, timeoutMs?: number) {
  const { log, logged } = openLog()
  const timeout = timeoutMs === undefined ? {} : { timeoutMs }
  const isOwner = async (address: string) => address === 'owner@example.com'
  const mailer = createMailer({ smtp, shopName: () => 'Wool & Co', isOwner, log, isPreview: false, ...timeout })
  assert.ok(mailer)
  return { mailer, logged }
}

/** Accepts only the user `shop` with the password `secret`. */
const withUser: SMTPServerOptions = {
  authOptional: false,
  onAuth: ({ username, password }, _session, done) => {
    if (username === 'shop' && password === 'secret') done(null, { user: 'shop' })
    else done(new Error('No.'))
  },
}
const user = { user: 'shop', password: 'secret' }

describe('an e-mail', () => {
  it('is sent as text and as HTML, with the shop as sender', async (t) => {
    const server = await openMailServer(t)
    const { mailer } = openMailer(server.smtp)
    assert.equal(await mailer.send(mail), 'accepted')
    const { to, content, link } = await server.next()
    assert.deepEqual(to, [mail.to])
    assert.equal(link, mail.link)
    assert.match(content, /^From: "Wool & Co" <shop@example\.com>\r$/m)
    assert.match(content, /^Subject: Set a new password for Wool & Co\r$/m)
    assert.match(content, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(content, /<a href="https:\/\/shop\.example\/a\?b=1&amp;oobCode=abc">Choose a new password<\/a>/)
    assert.match(content, /<p>Wool &amp; Co<\/p>/)
    await mailer.close()
  })

  it('has a single recipient, even if the address has a comma', async (t) => {
    const server = await openMailServer(t)
    const { mailer } = openMailer(server.smtp)
    await mailer.send({ ...mail, to: 'a,b@example.com' }).catch(() => {})
    await mailer.send(mail)
    assert.deepEqual((await server.next()).to.length, 1)
  })
})

describe('a mail server', () => {
  it('with TLS from the start and a password is used', async (t) => {
    const server = await openMailServer(t, { secure: true, ...certificate, ...withUser })
    assert.equal(await openMailer({ ...server.smtp, ...user }).mailer.send(mail), 'accepted')
  })

  it('that supports STARTTLS is used', async (t) => {
    const server = await openMailServer(t, { disabledCommands: [], ...certificate, ...withUser })
    assert.equal(await openMailer({ ...server.smtp, ...user }).mailer.send(mail), 'accepted')
  })

  it('with an untrusted certificate is refused', async (t) => {
    const server = await openMailServer(t, { secure: true, ...createCertificate() })
    await assert.rejects(openMailer(server.smtp).mailer.send(mail), unavailable)
    assert.equal(server.count(), 0)
  })

  it('without TLS gets no password, unless it is on this machine', async (t) => {
    const server = await openMailServer(t, withUser)
    const { mailer, logged } = openMailer({ ...server.smtp, ...user, host: '0.0.0.0' })
    await assert.rejects(mailer.send(mail), unavailable)
    assert.match(logged.join(''), /"code":"ETLS"/)
  })

  it('that refuses the password: the error is logged without the password', async (t) => {
    const server = await openMailServer(t, { ...withUser, allowInsecureAuth: true })
    const { mailer, logged } = openMailer({ ...server.smtp, ...user, password: 'wrong-one' })
    await assert.rejects(mailer.send(mail), unavailable)
    assert.match(logged.join(''), /"code":"EAUTH"/)
    assert.ok(!logged.join('').includes('wrong-one'))
  })

  for (const [status, outcome] of [
    [550, 'refused'],
    [450, 'mail-unavailable'],
  ] as const) {
    it(`that answers ${status} to the recipient: ${outcome}`, async (t) => {
      const server = await openMailServer(t, {
        onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such.'), { responseCode: status })),
      })
      const { mailer } = openMailer(server.smtp)
      assert.equal(await mailer.send(mail).catch(({ code }: { code: string }) => code), outcome)
    })
  }

  const words = Object.assign(new Error(`I will not have ${mail.link}`), { responseCode: 554 })
  for (const [what, options] of [
    ['the greeting', { onConnect: (_session, done) => done(words) }],
    ['the sender', { onMailFrom: (_address, _session, done) => done(words) }],
    ['the recipient', { onRcptTo: (_address, _session, done) => done(Object.assign(words, { responseCode: 451 })) }],
    ['the content', { onData: (stream, _session, done) => void stream.resume().once('end', () => done(words)) }],
  ] as const satisfies readonly (readonly [string, SMTPServerOptions])[]) {
    it(`that refuses ${what}: its reply is neither in the log nor in the error`, async (t) => {
      const server = await openMailServer(t, options)
      const { mailer, logged } = openMailer(server.smtp)
      const error = await mailer.send(mail).catch((refusal: unknown) => refusal)
      assert.equal((error as { code: string }).code, 'mail-unavailable')
      assert.match(logged.join(''), /"responseCode":(?:554|451)/)
      assert.doesNotMatch(logged.join('') + inspect(error, { depth: null }), /oobCode|I will not have/)
    })
  }

  it('that does not answer: the error is logged', async () => {
    const { mailer, logged } = openMailer({
      ...user,
      host: '127.0.0.1',
      port: 1,
      isTls: false,
      from: 'shop@example.com',
    })
    await assert.rejects(mailer.send(mail), unavailable)
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

  it('before its greeting causes a timeout', async (t) => {
    await assert.rejects(openMailer(await openSilent(t), 50).mailer.send(mail), unavailable)
  })

  it('after receiving an e-mail causes a timeout', async (t) => {
    const server = await openMailServer(t, { onData: (stream) => void stream.resume() })
    await assert.rejects(openMailer(server.smtp, 200).mailer.send(mail), unavailable)
  })

  it('delays a limited number of e-mails, and `close` only until they time out', async (t) => {
    const { mailer } = openMailer(await openSilent(t), 200)
    const sending = Array.from({ length: 60 }, () => mailer.send(mail))
    const outcomes = Promise.allSettled(sending)
    await mailer.close()
    assert.ok((await outcomes).every(({ status }) => status === 'rejected'))
  })

  it('for the e-mails of strangers delays none to an owner, nor a notice', async (t) => {
    const held: (() => void)[] = []
    const server = await openMailServer(t, {
      onRcptTo({ address }, _session, done) {
        if (address === mail.to) held.push(done)
        else done()
      },
    })
    const { mailer } = openMailer(server.smtp)
    const sending = Array.from({ length: 50 }, () => mailer.send(mail))
    await assert.rejects(mailer.send(mail), unavailable)
    assert.equal(await mailer.send({ ...mail, kind: 'recoverEmail', to: 'owner@example.com' }), 'accepted')
    assert.equal(await mailer.send({ ...mail, kind: 'notice', to: 'other@example.com', text: 'Changed.' }), 'accepted')
    while (held.length < sending.length) await new Promise(setImmediate)
    for (const done of held) done()
    assert.deepEqual(new Set(await Promise.all(sending)), new Set(['accepted']))
    await mailer.close()
  })

  it('for notices delays no other e-mail to an owner', async (t) => {
    const held: (() => void)[] = []
    const server = await openMailServer(t, {
      onRcptTo({ address }, _session, done) {
        if (address === 'other@example.com') held.push(done)
        else done()
      },
    })
    const { mailer } = openMailer(server.smtp)
    const notice: Mail = { ...mail, kind: 'notice', to: 'other@example.com', text: 'Changed.' }
    const sending = Array.from({ length: 50 }, () => mailer.send(notice))
    await assert.rejects(mailer.send(notice), unavailable)
    assert.equal(await mailer.send({ ...mail, to: 'owner@example.com' }), 'accepted')
    while (held.length < sending.length) await new Promise(setImmediate)
    for (const done of held) done()
    assert.deepEqual(new Set(await Promise.all(sending)), new Set(['accepted']))
    await mailer.close()
  })
})

describe('findMailFault', () => {
  it('finds none in a mail server that accepts the password, and sends nothing', async (t) => {
    const server = await openMailServer(t, { secure: true, ...certificate, ...withUser })
    assert.equal(await findMailFault({ ...server.smtp, ...user }), undefined)
    assert.equal(server.count(), 0)
  })

  it('names a refused password, without it and the server’s reply', async (t) => {
    const server = await openMailServer(t, { ...withUser, allowInsecureAuth: true })
    const fault = await findMailFault({ ...server.smtp, ...user, password: 'wrong-one' })
    const words = 'does not accept the user or the password (its answer is 535).'
    assert.equal(fault, `The mail server 127.0.0.1:${server.smtp.port} of SHOP_SMTP_URL ${words}`)
  })

  it('names an untrusted certificate', async (t) => {
    const server = await openMailServer(t, { secure: true, ...createCertificate() })
    assert.match((await findMailFault(server.smtp)) ?? '', /has no valid certificate for that name \(self-signed/)
  })

  it('names a port at which nothing answers, one that does not begin with TLS, and one that is silent', async (t) => {
    const { smtp } = await openMailServer(t)
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.after(() => silent.close())
    const faults = [
      [{ ...smtp, port: 1 }, /ECONNREFUSED/],
      [{ ...smtp, isTls: true }, /wrong version number/],
      [{ ...smtp, port: (silent.address() as AddressInfo).port }, /Greeting never received|Timeout/],
    ] as const
    for (const [server, reason] of faults) {
      const fault = (await findMailFault(server, 500)) ?? ''
      assert.match(fault, /cannot be used \(.*\)\. Correct its name, its port, or/)
      assert.match(fault, reason)
    }
  })
})

describe('without a mail server', () => {
  it('createMailer: a preview environment logs the link', async () => {
    const { log, logged } = openLog()
    const mailer = createMailer({ smtp: undefined, shopName: () => 'Wool & Co', log, isPreview: true })
    assert.equal(await mailer?.send(mail), 'accepted')
    assert.ok(logged.join('').includes(mail.link))
  })

  it('createMailer: a public shop has no mailer', () => {
    const { log } = openLog()
    assert.equal(createMailer({ smtp: undefined, shopName: () => 'Wool & Co', log, isPreview: false }), undefined)
  })
})
