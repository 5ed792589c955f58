import type { Log } from '../log.ts'
import { renderEmail, type EmailKind } from './email-template.ts'
import { createSmtpTransport, type Delivery, type SmtpServer } from './smtp-transport.ts'

/** An e-mail with a link. */
export interface Mail {
  readonly kind: EmailKind
  /** A valid e-mail address. */
  readonly to: string
  readonly link: string
  /** The new address of an account, for e-mails about a change of address. */
  readonly newEmail?: string | undefined
}

export interface Mailer {
  /**
   * Sends an e-mail to the mail server, within a time limit. Rejects with ShopError `mail-unavailable` when that is not
   * possible at the moment; the reason is logged.
   */
  send(mail: Mail): Promise<Delivery>
  /** Waits until all pending e-mails are sent or have failed. */
  close(): Promise<void>
}

export interface MailerOptions {
  readonly smtp: SmtpServer | undefined
  readonly shopName: string
  readonly log: Log
  /** Without a mail server, a preview environment logs its e-mails. A public shop never does: their links open accounts. */
  readonly isPreview: boolean
}

/** @returns `undefined` when this shop cannot send mail: it is public and has no mail server. */
export function createMailer({ smtp, shopName, log, isPreview }: MailerOptions): Mailer | undefined {
  if (smtp !== undefined) {
    const transport = createSmtpTransport({ smtp, senderName: shopName, log })
    const send = (mail: Mail) => transport.send({ to: mail.to, ...renderEmail(mail, shopName) })
    return { send, close: () => transport.close() }
  }
  return isPreview ? createLoggingMailer(log) : undefined
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
