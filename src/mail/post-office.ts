import { createTransport } from 'nodemailer'

import { ShopError } from '../domain/errors.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import type { Letter } from './letter.ts'
import type { Delivery } from './mailer.ts'

/** Where mail is handed in. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS; if not, it is upgraded where the server offers that. */
  readonly isTls: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  /** The sender's address. */
  readonly from: string
}

export interface AddressedLetter extends Letter {
  readonly to: string
}

export interface PostOffice {
  /** Rejects with ShopError `mail-unavailable`. */
  send(letter: AddressedLetter): Promise<Delivery>
  close(): Promise<void>
}

export interface PostOfficeOptions {
  readonly smtp: SmtpServer
  readonly senderName: string
  readonly log: Log
  /** How long a letter may take altogether. Somebody waits for it in front of a page. */
  readonly timeoutMs?: number
}

/** Throttling keeps it far below; this keeps memory bounded when the server hangs. */
const maxUnderWay = 50

/** Hands letters to one SMTP server, a connection each. */
export function createPostOffice({ smtp, senderName, log, timeoutMs = 15_000 }: PostOfficeOptions): PostOffice {
  const transport = createTransport(toOptions(smtp, timeoutMs))
  const from = { name: senderName, address: smtp.from }
  const underWay = new Set<Promise<Delivery>>()

  const handOver = async ({ to, ...letter }: AddressedLetter): Promise<Delivery> => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      await transport.sendMail({ from, to: { name: '', address: to }, ...letter, ...automatic, signal })
      return 'accepted'
    } catch (error) {
      if (isRecipientRefused(error)) return 'refused'
      log.error({ err: withoutWords(error) }, 'a mail could not be sent')
      // Without its cause, which would be logged by whoever answers.
      throw new ShopError('mail-unavailable', problems.mailUnavailable)
    }
  }
  return {
    async send(letter) {
      if (underWay.size >= maxUnderWay) throw new ShopError('mail-unavailable', problems.mailUnavailable)
      const sending = handOver(letter)
      underWay.add(sending)
      try {
        return await sending
      } finally {
        underWay.delete(sending)
      }
    },
    async close() {
      await Promise.allSettled(underWay)
      transport.close()
    },
  }
}

/** Nobody's absence note answers these. (RFC 3834, 5) */
const automatic = { headers: { 'Auto-Submitted': 'auto-generated' } }

function toOptions({ host, port, isTls, user, password }: SmtpServer, timeoutMs: number) {
  const isPrivate = isLoopback(host)
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  }
  return {
    host,
    port,
    secure: isTls,
    // A mail server on the same machine often has a certificate that nobody signed, and needs none.
    tls: { rejectUnauthorized: isTls || !isPrivate },
    // A password goes over the network under TLS alone, whoever removes the server's offer of it on the way.
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, requireTLS: !isPrivate }),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || host.startsWith('127.')
}

/** For good, and because of the recipient: what the server says to `RCPT TO`. */
function isRecipientRefused(error: unknown): boolean {
  const { command, permanent } = error as { command?: string; permanent?: boolean }
  return command === 'RCPT TO' && permanent === true
}

/**
 * What is known of a failure but for the server's own words: they may quote the letter, its link included, and whoever
 * has that link has the account.
 */
function withoutWords(error: unknown) {
  const { message, response, code, command, responseCode } = error as Error & Record<string, unknown>
  return { ...(response === undefined && { message }), code, command, responseCode }
}
