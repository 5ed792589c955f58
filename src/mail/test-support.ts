import { EventEmitter, on, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

import type { SmtpServer } from './post-office.ts'

/** A letter that a mail server took. */
export interface Received {
  readonly to: readonly string[]
  /** As it came, with its encoding undone. */
  readonly content: string
  /** The one link in it. */
  readonly link: string
}

/** A mail server on loopback that takes everything, unless `options` say otherwise, and gives it out in order. */
export async function openMailServer(t: Pick<TestContext, 'after'>, options: SMTPServerOptions = {}) {
  const letters = new EventEmitter()
  const received = on(letters, 'letter')
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const content = decode(await text(stream))
      const link = /(?<=\n)http\S+/.exec(content)?.[0] ?? ''
      count += 1
      letters.emit('letter', { to: session.envelope.rcptTo.map(({ address }) => address), content, link })
      done()
    },
    ...options,
  })
  server.on('error', () => {}) // A client that hangs up is what some tests are about.
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
    /** The next one that was not given out, once it is there. */
    async next(): Promise<Received> {
      const { value } = (await received.next()) as { value: [Received] }
      return value[0]
    },
  }
}

/** Quoted-printable. (RFC 2045, 6.7) */
function decode(content: string): string {
  const bytes = content
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
