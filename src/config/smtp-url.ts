import type { SmtpServer } from '../mail/mailer.ts'

export const smtpForm =
  'smtps://user:password@host:port?from=shop@example.com or smtp://…; user and password, or neither, with ' +
  'characters such as @ written as %40; from may be left out when the user is an e-mail address'

/** `undefined` if it is no mail server. The default port is 465 with TLS from the start, and 587 with STARTTLS. (RFC 8314) */
export function parseSmtpUrl(value: string): SmtpServer | undefined {
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !isDecodable(url)) return undefined
  const [user, password] = [url.username, url.password].map((text) => decodeURIComponent(text) || undefined)
  const from = url.searchParams.get('from') ?? user
  const hasNoPath = (url.pathname === '' || url.pathname === '/') && url.hash === ''
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'from')
  const isPair = (user === undefined) === (password === undefined)
  if (!hasNoPath || !isKnown || !isPair || from === undefined || !/^[^@\s<>]+@[^@\s<>]+$/.test(from)) return undefined
  const isTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1') // An IPv6 address.
  return { host, port: Number(url.port) || (isTls ? 465 : 587), isTls, user, password, from }
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username} ${password}`)
    return true
  } catch {
    return false // Such as `%ff`, which is not UTF-8.
  }
}
