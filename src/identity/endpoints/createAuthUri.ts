import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import { hasPasswordProvider } from '../account.ts'
import type { Account } from '../account.ts'
import { toEmail } from '../email.ts'
import type { Client, Service } from '../endpoint.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, refuseTenant, required } from '../request.ts'

const shape = z.object({
  identifier: optionalText,
  continueUri: optionalText,
  providerId: optionalText,
  sessionId: optionalText,
  tenantId: optionalText,
})

/**
 * `accounts:createAuthUri`: how the owner of an address can sign in. (identity-platform: REST, accounts.createAuthUri)
 *
 * It tells who has an account, as `signUp` does with its `EMAIL_EXISTS`; how often is limited by network address.
 *
 * @throws IdentityError `MISSING_IDENTIFIER`, `MISSING_CONTINUE_URI`, `INVALID_IDENTIFIER`, `INVALID_CONTINUE_URI`,
 * `OPERATION_NOT_ALLOWED` for the address of another provider's page; ShopError `too-many-requests`.
 */
export async function createAuthUri(service: Service, input: unknown, client: Client) {
  const request = parseRequest(shape, input)
  refuseTenant(request)
  if (request.providerId) throw new IdentityError('OPERATION_NOT_ALLOWED')
  const identifier = required(request.identifier, 'MISSING_IDENTIFIER')
  const continueUri = required(request.continueUri, 'MISSING_CONTINUE_URI')
  const email = readIdentifier(identifier)
  if (!URL.canParse(continueUri)) throw new IdentityError('INVALID_CONTINUE_URI')
  service.throttle.ask(client)
  const [account] = service.accounts.listByAnyEmail(email)
  return {
    kind: 'identitytoolkit#CreateAuthUriResponse',
    sessionId: request.sessionId || randomBytes(20).toString('base64url'),
    ...toWaysToSignIn(account),
  }
}

function readIdentifier(identifier: string): string {
  try {
    return toEmail(identifier)
  } catch (error) {
    throw new IdentityError('INVALID_IDENTIFIER', undefined, { cause: error })
  }
}

/** A provider stands for itself, but `password` for two methods. */
function toWaysToSignIn(account: Account | undefined) {
  if (account === undefined) return { registered: false, allProviders: [], signinMethods: [] }
  const links = account.links.map(({ providerId }) => providerId)
  const byEmail = hasPasswordProvider(account)
  return {
    registered: true,
    allProviders: [...(byEmail ? ['password'] : []), ...links],
    signinMethods: [
      ...(byEmail && account.passwordHash !== null ? ['password'] : []),
      ...(byEmail && account.emailLinkSignIn ? ['emailLink'] : []),
      ...links,
    ],
  }
}
