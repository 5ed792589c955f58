import { EventEmitter, on } from 'node:events'

import type { Mail, Mailer } from '../src/mailer.ts'

/** A mailer that keeps e-mails for the test. `deliver` says what becomes of each; all are accepted if it is left out. */
export function createTestMailer(deliver: Mailer['send'] = () => Promise.resolve('accepted')) {
  const sent = new EventEmitter()
  const received = on(sent, 'mail')
  let count = 0
  return {
    async send(mail: Mail): ReturnType<Mailer['send']> {
      const delivery = await deliver(mail)
      if (delivery === 'accepted') {
        count += 1
        sent.emit('mail', mail)
      }
      return delivery
    },
    /** How many were accepted. */
    count: () => count,
    /** The next e-mail that was not given out yet, once it is sent. */
    async next(): Promise<Mail> {
      const { value } = (await received.next()) as { value: [Mail] }
      return value[0]
    },
  }
}
