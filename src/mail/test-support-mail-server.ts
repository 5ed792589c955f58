import { EventEmitter, on, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

import type { SmtpServer } from './mailer.ts'

/** An e-mail that a mail server accepted. */
export interface Received {
  readonly to: readonly string[]
  /** The source of the e-mail, decoded. */
  readonly content: string
  /** The link in it. */
  readonly link: string
}

/** A mail server on loopback that accepts everything, unless `options` say otherwise. */
export async function openMailServer(t: Pick<TestContext, 'after'>, options: SMTPServerOptions = {}) {
  const emails = new EventEmitter()
  const received = on(emails, 'email')
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const content = decode(await text(stream))
      const link = /(?<=\n)http\S+/.exec(content)?.[0] ?? ''
      count += 1
      emails.emit('email', { to: session.envelope.rcptTo.map(({ address }) => address), content, link })
      done()
    },
    ...options,
  })
  server.on('error', () => {}) // Some tests are about clients that hang up.
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = listening.address() as AddressInfo
  const smtp: SmtpServer = {
    host: '127.0.0.1',
    port,
    isTls: options.secure ?? false,
    user: undefined,
    password: undefined,
    from: 'shop@example.com',
  }
  return {
    smtp,
    count: () => count,
    /** Waits for the next e-mail and returns it. */
    async next(): Promise<Received> {
      const { value } = (await received.next()) as { value: [Received] }
      return value[0]
    },
  }
}

/** Decodes quoted-printable. (RFC 2045, 6.7) */
function decode(content: string): string {
  const bytes = content
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
