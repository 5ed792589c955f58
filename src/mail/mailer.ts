import { createTransport } from 'nodemailer'

import { ShopError } from '../domain/errors.ts'
import { isLoopback } from '../domain/loopback.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import { renderEmail, type EmailFields } from './email-template.ts'

/** An e-mail with a link. */
export interface Mail extends EmailFields {
  /** A valid e-mail address. */
  readonly to: string
}

/** Whether the mail server accepted an e-mail, or permanently refused its recipient. */
export type Delivery = 'accepted' | 'refused'

export interface Mailer {
  /**
   * Sends an e-mail to the mail server, within a time limit. Rejects with ShopError `mail-unavailable` when that is not
   * possible at the moment; the reason is logged.
   */
  send(mail: Mail): Promise<Delivery>
  /** Waits until all pending e-mails are sent or have failed. */
  close(): Promise<void>
}

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

export interface MailerOptions {
  readonly smtp: SmtpServer | undefined
  /** The name of the shop as it is now. */
  readonly shopName: () => string
  /** Whether an address is an owner's: e-mails of others do not prevent hers. */
  readonly isOwner?: (address: string) => Promise<boolean>
  readonly log: Log
  /** Without a mail server, a preview environment logs its e-mails. A public shop never does: their links open accounts. */
  readonly isPreview: boolean
  /** The time limit for one e-mail in total. A user is waiting for the response. */
  readonly timeoutMs?: number
}

/** @returns `undefined` when this shop cannot send mail: it is public and has no mail server. */
export function createMailer({ smtp, isPreview, ...options }: MailerOptions): Mailer | undefined {
  if (smtp !== undefined) return createSmtpMailer(smtp, options)
  return isPreview ? createLoggingMailer(options.log) : undefined
}

/** For trying the shop out: the link can be opened from the log. */
function createLoggingMailer(log: Log): Mailer {
  return {
    send({ kind, to, link }) {
      log.info({ mail: kind, to, link }, 'mail')
      return Promise.resolve('accepted')
    },
    close: () => Promise.resolve(),
  }
}

/**
 * Limits memory when the server hangs: of notices, which each change of an owner causes, of other e-mails to owners, and of all
 * others, which strangers can cause.
 */
const maxPending = 50

/** Sends e-mails through one SMTP server, with one connection for each. */
function createSmtpMailer(
  smtp: SmtpServer,
  { shopName, isOwner = async () => false, log, timeoutMs = 15_000 }: Omit<MailerOptions, 'smtp' | 'isPreview'>,
): Mailer {
  const transport = createTransport(toOptions(smtp, timeoutMs))
  const running = new Set<Promise<Delivery>>()
  const pending = { notices: 0, toOwners: 0, toOthers: 0 }

  const deliver = async (mail: Mail): Promise<Delivery> => {
    try {
      const name = shopName()
      const from = { name, address: smtp.from }
      const to = { name: '', address: mail.to }
      const signal = AbortSignal.timeout(timeoutMs)
      await transport.sendMail({ from, to, ...renderEmail(mail, name), ...autoSubmitted, signal })
      return 'accepted'
    } catch (error) {
      if (isRecipientRefused(error)) return 'refused'
      log.error({ err: toLoggedError(error) }, 'a mail could not be sent')
      // Without the cause: the error is logged again when the request is answered.
      throw new ShopError('mail-unavailable', problems.mailUnavailable)
    }
  }
  const deliverUnlessFull = async (mail: Mail): Promise<Delivery> => {
    const kind = mail.kind === 'notice' ? 'notices' : (await isOwner(mail.to)) ? 'toOwners' : 'toOthers'
    if (pending[kind] >= maxPending) throw new ShopError('mail-unavailable', problems.mailUnavailable)
    pending[kind] += 1
    return deliver(mail).finally(() => (pending[kind] -= 1))
  }
  return {
    send(mail) {
      const sending = deliverUnlessFull(mail).finally(() => running.delete(sending))
      running.add(sending)
      return sending
    },
    async close() {
      await Promise.allSettled(running)
      transport.close()
    },
  }
}

/**
 * Connects to a mail server and signs in, and sends nothing.
 *
 * @param timeoutMs the time limit for each step.
 * @returns what is wrong with it, for people, without the server's reply; `undefined` if nothing is.
 */
export async function findMailFault(smtp: SmtpServer, timeoutMs = 15_000): Promise<string | undefined> {
  try {
    await createTransport(toOptions(smtp, timeoutMs)).verify()
    return undefined
  } catch (error) {
    return `The mail server ${smtp.host}:${smtp.port} of SHOP_SMTP_URL ${describeFault(error)}`
  }
}

function describeFault(error: unknown): string {
  type Details = { response?: string; responseCode?: number; code?: string; originalCode?: string; reason?: string }
  const { message, response, responseCode, code, originalCode = '', reason } = error as Error & Details
  const detail = response === undefined ? (reason ?? message) : `its answer is ${responseCode}`
  if (code === 'EAUTH') return `does not accept the user or the password (${detail}).`
  if (/CERT|VERIFY/.test(originalCode)) return `has no valid certificate for that name (${detail}).`
  return `cannot be used (${detail}). Correct its name, its port, or smtps:// for one that begins with TLS and smtp:// for STARTTLS.`
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
