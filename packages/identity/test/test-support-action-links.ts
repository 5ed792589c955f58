import { EventEmitter, on } from 'node:events'
import type { TestContext } from 'node:test'

import {
  applyActionCode,
  createUserWithEmailAndPassword,
  parseActionCodeURL,
  sendEmailVerification,
} from 'firebase/auth'

import type { IdentitySettings, Mail, Mailer } from '../src/application.ts'
import { openBrowser } from './test-support-client.ts'
import { serveIdentity } from './test-support-identity.ts'

export const mary = 'mary@example.com'
export const password = 'a good one'

/** A mailer that collects e-mails for the test. `deliver` decides the result of each; by default all are accepted. */
function createTestMailer(deliver: Mailer['send'] = () => Promise.resolve('accepted')) {
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

interface Options {
  readonly settings?: Partial<IdentitySettings>
  readonly deliver?: Mailer['send']
}

/** The identity service with a mailer. `openLink` returns the link of the next e-mail. */
export async function openShop(t: TestContext, { settings, deliver }: Options = {}) {
  const mailer = createTestMailer(deliver)
  const service = await serveIdentity(t, settings, { mailer })
  const openLink = async () => {
    const { to, link } = await mailer.next()
    const action = parseActionCodeURL(link)
    if (action === null) throw new Error(`${link} is not an action link.`)
    return { to, link, action, code: action.code }
  }
  const { auth } = openBrowser(t, service.origin)
  return { service, auth, mailer, openLink }
}

/** The same, with a signed-in account. */
export async function openSignedIn(t: TestContext, options?: Options) {
  const shop = await openShop(t, options)
  const { user } = await createUserWithEmailAndPassword(shop.auth, mary, password)
  return { ...shop, user }
}

/** The same, with a verified e-mail address. */
export async function openVerified(t: TestContext, options?: Options) {
  const shop = await openSignedIn(t, options)
  await sendEmailVerification(shop.user)
  await applyActionCode(shop.auth, (await shop.openLink()).code)
  return shop
}
