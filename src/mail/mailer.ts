import type { Log } from '../log.ts'
import { writeLetter } from './letter.ts'
import type { LetterKind } from './letter.ts'
import { createPostOffice } from './post-office.ts'
import type { SmtpServer } from './post-office.ts'

/** A letter with a link in it. */
export interface Mail {
  readonly kind: LetterKind
  /** An address of e-mail, checked. */
  readonly to: string
  readonly link: string
  /** The address that an account gets or got, where the letter is about that. */
  readonly newEmail?: string | undefined
}

/** Whether the mail server took a letter, or will have none for this recipient. */
export type Delivery = 'accepted' | 'refused'

export interface Mailer {
  /**
   * Hands a letter to the mail server, within a bounded time. Rejects with ShopError `mail-unavailable` when that cannot
   * be done now; why stands in the log.
   */
  send(mail: Mail): Promise<Delivery>
  /** Waits until what is under way has been handed over or has failed. */
  close(): Promise<void>
}

export interface MailerOptions {
  readonly smtp: SmtpServer | undefined
  readonly shopName: string
  readonly log: Log
  /** Without a mail server, letters go to the log: never in a public shop, as their links open accounts. */
  readonly isPreview: boolean
}

/** @returns `undefined` when this shop cannot send mail: it is public and has no mail server. */
export function createMailer({ smtp, shopName, log, isPreview }: MailerOptions): Mailer | undefined {
  if (smtp !== undefined) {
    const office = createPostOffice({ smtp, senderName: shopName, log })
    const send = (mail: Mail) => office.send({ to: mail.to, ...writeLetter(mail, shopName) })
    return { send, close: () => office.close() }
  }
  return isPreview ? createLoggingMailer(log) : undefined
}

/** For whoever tries the shop out: the link is there to be opened. */
function createLoggingMailer(log: Log): Mailer {
  return {
    send({ kind, to, link }) {
      log.info({ mail: kind, to, link }, 'mail')
      return Promise.resolve('accepted')
    },
    close: () => Promise.resolve(),
  }
}
