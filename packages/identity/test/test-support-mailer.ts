import { EventEmitter, on } from 'node:events'

import type { Mail, Mailer } from '../src/mailer.ts'

/** A mailer that collects e-mails for the test. `deliver` decides the result of each; by default all are accepted. */
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
    /** The number of accepted e-mails. */
    count: () => count,
    /** Waits for the next e-mail. */
    async next(): Promise<Mail> {
      const { value } = (await received.next()) as { value: [Mail] }
      return value[0]
    },
  }
}
