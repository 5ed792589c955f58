import type { Log } from '../../log.ts'
import type { Delivery } from '../../mail/mailer.ts'
import type { Owners } from '../owners.ts'
import type { NewNotice, Notices } from './notices.ts'

/** What happened. `byUid`: the owner who did it; `null` for a command on the server. */
export interface OwnerEvent extends Omit<NewNotice, 'by'> {
  readonly byUid: string | null
}

/**
 * Tells all owners what was changed: on the page where they manage the shop, and by mail where the shop sends mail. Never rejects,
 * because the change is already made: a failure is logged.
 */
export type Notify = (event: OwnerEvent) => Promise<void>

export interface NotifyOptions {
  readonly notices: Pick<Notices, 'add'>
  readonly owners: Pick<Owners, 'list'>
  /** Sends an e-mail about a notice, unless there are too many (`limited`); `undefined` where the shop sends none. */
  readonly mail?: ((to: string, notice: NewNotice) => Promise<Delivery | 'limited'>) | undefined
  readonly log: Pick<Log, 'error'>
}

export function createNotify({ notices, owners, mail, log }: NotifyOptions): Notify {
  return async ({ byUid, ...event }) => {
    const logFailure = (error: unknown) => {
      log.error({ err: error, notice: event.kind }, 'an owner could not be told of a change')
    }
    const send = async (to: string, notice: NewNotice) => {
      if ((await mail?.(to, notice)) === 'refused') throw new Error('the mail server refused the address of the owner')
    }
    try {
      const listed = await owners.list()
      const notice = { ...event, by: listed.find(({ uid }) => uid === byUid)?.email ?? null }
      // First, as the notice may not be stored: the disk may be full. Nobody waits for the mail server.
      for (const { email } of listed) void send(email, notice).catch(logFailure)
      await notices.add(notice)
    } catch (error) {
      logFailure(error)
    }
  }
}
