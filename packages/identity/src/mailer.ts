import type { ActionMode } from './action-codes/action-modes.ts'

/** An e-mail with an action link, to be worded and sent by the application. */
export interface Mail {
  /** What it is about: the `mode` of the link. */
  readonly kind: ActionMode
  /** A valid e-mail address. */
  readonly to: string
  readonly link: string
  /** The address that the account gets or got, if the e-mail is about that. */
  readonly newEmail?: string | undefined
}

export interface Mailer {
  /**
   * Sends an e-mail, within a bounded time. `refused`: the mail server has no such recipient. Rejects with an error whose
   * `code` is `mail-unavailable` when it cannot be sent now.
   */
  send(mail: Mail): Promise<'accepted' | 'refused'>
}
