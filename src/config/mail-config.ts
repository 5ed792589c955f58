import { must, readSecret } from './read.ts'
import type { Environment } from './read.ts'

/** What is set about sending mail. */
export interface MailConfig {
  /** Where mail is handed in; `undefined` when there is nowhere. */
  readonly smtp: SmtpConfig | undefined
}

export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS. */
  readonly isTls: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  /** The sender's address. */
  readonly from: string
}

/** @throws ConfigError for a bad value; it does not repeat it, as there is a password in it. */
export function readMailConfig(environment: Environment): MailConfig {
  return { smtp: readSecret(environment, 'SHOP_SMTP_URL', undefined, parseSmtpUrl) }
}

const form =
  'smtps://user:password@host:port?from=shop@example.com or smtp://…; user and password, or neither, with signs ' +
  'such as @ as %40; the sender may be left out when the user is an address'

/** RFC 8314: 465 for TLS from the start, 587 for the other. */
function parseSmtpUrl(value: string): SmtpConfig {
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return must(form)
  const [user, password] = [decode(url.username), decode(url.password)]
  const from = url.searchParams.get('from') ?? user
  const isWhole = (url.pathname === '' || url.pathname === '/') && url.hash === ''
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'from')
  const isPair = (user === undefined) === (password === undefined)
  if (!isWhole || !isKnown || !isPair || from === undefined || !/^[^@\s<>]+@[^@\s<>]+$/.test(from)) must(form)
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
