import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import { toEmail } from '../accounts/account.ts'
import { IdentityError } from '../errors.ts'
import { parseUrl } from '../parse-url.ts'
import { optionalText, parseRequest, required } from '../request.ts'

const shape = z.object({
  identifier: optionalText,
  continueUri: optionalText,
  providerId: optionalText,
  sessionId: optionalText,
  tenantId: optionalText,
})

/**
 * `accounts:createAuthUri`: how the user with an address can sign in. The answer is always empty, whether or not there is
 * one, as in Firebase with protection against e-mail enumeration, which is on in every new project.
 * (cloud.google.com/identity-platform/docs/admin/email-enumeration-protection; identity-platform: REST,
 * accounts.createAuthUri)
 *
 * @throws IdentityError `MISSING_IDENTIFIER`, `MISSING_CONTINUE_URI`, `INVALID_IDENTIFIER`, `INVALID_CONTINUE_URI`,
 * `OPERATION_NOT_ALLOWED` for the URL of another provider's page, `UNSUPPORTED_TENANT_OPERATION`.
 */
export async function createAuthUri(_context: unknown, input: unknown) {
  const request = parseRequest(shape, input)
  if (request.providerId) throw new IdentityError('OPERATION_NOT_ALLOWED')
  const identifier = required(request.identifier, 'MISSING_IDENTIFIER')
  const continueUri = required(request.continueUri, 'MISSING_CONTINUE_URI')
  requireEmail(identifier)
  if (parseUrl(continueUri) === null) throw new IdentityError('INVALID_CONTINUE_URI')
  return {
    kind: 'identitytoolkit#CreateAuthUriResponse',
    sessionId: request.sessionId || randomBytes(20).toString('base64url'),
  }
}

function requireEmail(identifier: string): void {
  try {
    toEmail(identifier)
  } catch (error) {
    throw new IdentityError('INVALID_IDENTIFIER', undefined, { cause: error })
  }
}
