import type { TestContext } from 'node:test'

import {
  applyActionCode,
  createUserWithEmailAndPassword,
  parseActionCodeURL,
  sendEmailVerification,
} from 'firebase/auth'
import { pino } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'

import { createMailer } from '../../../src/mail/mailer.ts'
import { openMailServer } from '../../../src/mail/test-support-mail-server.ts'
import type { IdentitySettings } from '../src/settings.ts'
import { serveIdentity } from './test-support-identity.ts'
import { openBrowser } from './test-support-visitors.ts'

export const mary = 'mary@example.com'
export const password = 'a good one'

interface Options {
  readonly settings?: Partial<IdentitySettings>
  readonly smtp?: SMTPServerOptions
}

/** The identity service beside a mail server. `openCode` gives the code of the next letter. */
export async function openShop(t: TestContext, { settings, smtp }: Options = {}) {
  const mailServer = await openMailServer(t, smtp)
  const log = pino({ level: 'silent' })
  const mailer = createMailer({ smtp: mailServer.smtp, shopName: 'Stockinette', log, isPreview: false })
  const service = await serveIdentity(t, settings, mailer)
  const openLink = async () => {
    const { to, link } = await mailServer.next()
    const action = parseActionCodeURL(link)
    if (action === null) throw new Error(`${link} is no link with a code`)
    return { to: to.join(), link, action, code: action.code }
  }
  const { auth } = openBrowser(t, service.origin)
  return { service, auth, mailServer, openLink }
}

/** The same, with an account that is signed in. */
export async function openSignedIn(t: TestContext, options?: Options) {
  const shop = await openShop(t, options)
  const { user } = await createUserWithEmailAndPassword(shop.auth, mary, password)
  return { ...shop, user }
}

/** The same, with an address that is confirmed. */
export async function openVerified(t: TestContext, options?: Options) {
  const shop = await openSignedIn(t, options)
  await sendEmailVerification(shop.user)
  await applyActionCode(shop.auth, (await shop.openLink()).code)
  return shop
}
