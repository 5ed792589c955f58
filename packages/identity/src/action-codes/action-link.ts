import type { Caller, Pages } from '../application.ts'
import { IdentityError } from '../errors.ts'
import { parseUrl } from '../parse-url.ts'
import { actionModes, type CodePurpose } from './code-table.ts'

/** The API key in links. Clients look for one; nothing depends on it. */
export const embeddedApiKey = 'embedded'

/** Firebase's own limit is not documented. Longer links do not survive every mail program. */
const maxContinueUrlLength = 2_000

export interface LinkedCode {
  readonly purpose: CodePurpose
  readonly code: string
  readonly continueUrl?: string | undefined
  /** When the account was made, for a user who confirms that it is theirs. */
  readonly accountCreatedAt?: Date | undefined
}

/** The link that carries a code to a page of the application, in the form that `parseActionCodeURL` reads. */
export function toActionLink(
  { actionPath, language }: Pages,
  origin: string,
  { purpose, code, continueUrl, accountCreatedAt }: LinkedCode,
): string {
  const link = new URL(actionPath, origin)
  const fields = { mode: actionModes[purpose], oobCode: code, apiKey: embeddedApiKey, lang: language }
  for (const [name, value] of Object.entries(fields)) link.searchParams.set(name, value)
  if (continueUrl !== undefined) link.searchParams.set('continueUrl', continueUrl)
  if (accountCreatedAt) link.searchParams.set('accountCreatedAt', accountCreatedAt.toISOString())
  return link.href
}

/**
 * Where the user continues after the link: a URL of the application's own origin. Anything else would let anyone send
 * e-mails of the application that lead to a site of theirs. An application at `localhost` may also lead to other ports of
 * the same machine, where the app of a developer or a test suite may run.
 *
 * @throws IdentityError `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`.
 */
export function readContinueUrl(text: string | null | undefined, { origin }: Caller): string | undefined {
  if (!text) return undefined
  const url = text.length <= maxContinueUrlLength ? parseUrl(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new IdentityError('INVALID_CONTINUE_URI', '((expected an absolute URI with valid scheme and host))')
  }
  const target = isOfThisMachine(url) && isOfThisMachine(new URL(origin)) ? url.origin : origin
  if (!isSafeRedirect(text, url, target)) {
    throw new IdentityError('UNAUTHORIZED_DOMAIN', `Domain not allowlisted by project: ${url.host}`)
  }
  return url.href
}

/**
 * Whether a URL leads to an origin, and its path alone does as well: `/.//evil.example` is of the origin, but its path is
 * `//evil.example`, which a browser takes for another host. Guarded by the table of attacks in `action-link.test.ts`.
 */
function isSafeRedirect(text: string, url: URL, origin: string): boolean {
  // Browsers drop or rewrite these, so the link would not lead where it seems to.
  if (/[\p{Cc}\\]/u.test(text)) return false
  if (url.origin !== origin || url.username !== '' || url.password !== '') return false
  return URL.parse(url.pathname + url.search + url.hash, origin)?.href === url.href
}

function isOfThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
