import { createTransport } from 'nodemailer'

import { ShopError } from '../domain/errors.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import type { EmailContent } from './email-template.ts'

/** A mail server and the account to send with. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** Whether the connection starts with TLS. If not, it is upgraded when the server supports STARTTLS. */
  readonly isTls: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  /** The sender's address. */
  readonly from: string
}

export interface AddressedEmail extends EmailContent {
  readonly to: string
}

/** Whether the mail server accepted an e-mail, or permanently refused its recipient. */
export type Delivery = 'accepted' | 'refused'

export interface SmtpTransport {
  /** Rejects with ShopError `mail-unavailable`. */
  send(email: AddressedEmail): Promise<Delivery>
  close(): Promise<void>
}

export interface SmtpTransportOptions {
  readonly smtp: SmtpServer
  readonly senderName: string
  readonly log: Log
  /** The time limit for one e-mail in total. A user is waiting for the response. */
  readonly timeoutMs?: number
}

/** Limits memory when the server hangs. Rate limits keep the number far below this. */
const maxPending = 50

/** Sends e-mails through one SMTP server, with one connection for each. */
export function createSmtpTransport({
  smtp,
  senderName,
  log,
  timeoutMs = 15_000,
}: SmtpTransportOptions): SmtpTransport {
  const transport = createTransport(toOptions(smtp, timeoutMs))
  const from = { name: senderName, address: smtp.from }
  const pending = new Set<Promise<Delivery>>()

  const deliver = async ({ to, ...email }: AddressedEmail): Promise<Delivery> => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      await transport.sendMail({ from, to: { name: '', address: to }, ...email, ...autoSubmitted, signal })
      return 'accepted'
    } catch (error) {
      if (isRecipientRefused(error)) return 'refused'
      log.error({ err: toLoggedError(error) }, 'a mail could not be sent')
      // Without the cause: the error is logged again when the request is answered.
      throw new ShopError('mail-unavailable', problems.mailUnavailable)
    }
  }
  return {
    async send(email) {
      if (pending.size >= maxPending) throw new ShopError('mail-unavailable', problems.mailUnavailable)
      const sending = deliver(email)
      pending.add(sending)
      try {
        return await sending
      } finally {
        pending.delete(sending)
      }
    },
    async close() {
      await Promise.allSettled(pending)
      transport.close()
    },
  }
}

/** Prevents automatic replies such as absence notes. (RFC 3834, 5) */
const autoSubmitted = { headers: { 'Auto-Submitted': 'auto-generated' } }

function toOptions({ host, port, isTls, user, password }: SmtpServer, timeoutMs: number) {
  const isLocal = isLoopback(host)
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
    // A mail server on the same machine often has a self-signed certificate, and TLS is not needed there.
    tls: { rejectUnauthorized: isTls || !isLocal },
    // Requires TLS for a password on the network, so that an attacker cannot strip the server's STARTTLS offer.
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, requireTLS: !isLocal }),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || host.startsWith('127.')
}

/** Whether the server permanently rejected the recipient, in its reply to `RCPT TO`. */
function isRecipientRefused(error: unknown): boolean {
  const { command, permanent } = error as { command?: string; permanent?: boolean }
  return command === 'RCPT TO' && permanent === true
}

/**
 * The details of an error without the server's reply: it may quote the e-mail with its link, and anyone with that link
 * can take over the account.
 */
function toLoggedError(error: unknown) {
  const { message, response, code, command, responseCode } = error as Error & Record<string, unknown>
  return { ...(response === undefined && { message }), code, command, responseCode }
}
