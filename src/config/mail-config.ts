import type { SmtpServer } from '../mail/mailer.ts'
import { must, readSecret, type Environment } from './read.ts'

/** Settings for sending e-mail. */
export interface MailConfig {
  /** The mail server; `undefined` when none is set. */
  readonly smtp: SmtpServer | undefined
}

/** @throws ConfigError for an invalid value, without repeating it: it contains a password. */
export function readMailConfig(environment: Environment): MailConfig {
  return { smtp: readSecret(environment, 'SHOP_SMTP_URL', undefined, parseSmtpUrl) }
}

const form =
  'smtps://user:password@host:port?from=shop@example.com or smtp://…; user and password, or neither, with ' +
  'characters such as @ written as %40; from may be left out when the user is an e-mail address'

/** The default port is 465 with TLS from the start, and 587 with STARTTLS. (RFC 8314) */
function parseSmtpUrl(value: string): SmtpServer {
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return must(form)
  const [user, password] = [decode(url.username), decode(url.password)]
  const from = url.searchParams.get('from') ?? user
  const hasNoPath = (url.pathname === '' || url.pathname === '/') && url.hash === ''
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'from')
  const isPair = (user === undefined) === (password === undefined)
  if (!hasNoPath || !isKnown || !isPair || from === undefined || !/^[^@\s<>]+@[^@\s<>]+$/.test(from)) must(form)
  const isTls = url.protocol === 'smtps:'
  return { host: url.hostname, port: Number(url.port) || (isTls ? 465 : 587), isTls, user, password, from }
}

function decode(text: string): string | undefined {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return must(form)
  }
}
