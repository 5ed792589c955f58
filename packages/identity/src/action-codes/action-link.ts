import { actionModes } from '../../../../src/domain/action-codes.ts'
import { safeRedirectPath } from '../../../../src/domain/safe-redirect-path.ts'
import { site } from '../../../../src/messages/messages.ts'
import type { Client } from '../caller.ts'
import { IdentityError } from '../errors.ts'
import type { CodePurpose } from './code-table.ts'

/** What the browser's client is started with. Nothing depends on it: it stands in links because clients look for one. */
export const embeddedApiKey = 'embedded'

/** Firebase's own limit is not known; longer ones do not survive every mail program. */
const maxContinueUrlLength = 2_000

/**
 * The link that carries a code, to a page of the shop at the path that Firebase has for it, and of the form that
 * `parseActionCodeURL` reads.
 */
export function toActionLink(
  { origin, apiKey = embeddedApiKey }: { readonly origin: string; readonly apiKey?: string },
  purpose: CodePurpose,
  code: string,
  continueUrl: string | undefined,
): string {
  const link = new URL('/__/auth/action', origin)
  const fields = { mode: actionModes[purpose], oobCode: code, apiKey, lang: site.language }
  for (const [name, value] of Object.entries(fields)) link.searchParams.set(name, value)
  if (continueUrl !== undefined) link.searchParams.set('continueUrl', continueUrl)
  return link.href
}

/**
 * Where somebody goes on to after the link: a safe path on the shop's own origin, or a mail of ours would lead to a site
 * of whoever asked for it. A shop at `localhost` also leads to other ports of the same machine, where the app may be that
 * a developer or a test suite tries.
 *
 * @throws IdentityError `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`.
 */
export function readContinueUrl(text: string | null | undefined, { origin }: Client): string | undefined {
  if (!text) return undefined
  const url = text.length <= maxContinueUrlLength ? URL.parse(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new IdentityError('INVALID_CONTINUE_URI', '((expected an absolute URI with valid scheme and host))')
  }
  const target = isOfThisMachine(url) && isOfThisMachine(new URL(origin)) ? url.origin : origin
  const path = safeRedirectPath(text, target)
  if (path === undefined) {
    throw new IdentityError('UNAUTHORIZED_DOMAIN', `Domain not allowlisted by project: ${url.host}`)
  }
  return target + path
}

function isOfThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
