import { z } from 'zod'

import type { Caller } from '../application.ts'
import { IdentityError } from '../errors.ts'
import { linkPassword, type SignUpContext, signUpWithPassword } from '../passwords/sign-up.ts'
import { displayName, optionalText, parseRequest, refuseTargetProject, refuseTenant } from '../request.ts'
import { signUpAs } from '../sign-in.ts'

const shape = z.object({
  email: optionalText,
  password: optionalText,
  displayName,
  idToken: optionalText,
  localId: optionalText,
  tenantId: optionalText,
  targetProjectId: optionalText,
  phoneNumber: optionalText,
  mfaInfo: z.array(z.unknown()).nullish(),
})
type Request = z.infer<typeof shape>

/**
 * `accounts:signUp`: creates an account and signs it in. Without e-mail and password it is anonymous. With an ID token, adds
 * both to the token's account instead. (identity-platform: REST, accounts.signUp)
 *
 * @throws IdentityError `UNEXPECTED_PARAMETER`, `INSUFFICIENT_PERMISSION`, `OPERATION_NOT_ALLOWED` and
 * `UNSUPPORTED_TENANT_OPERATION` for fields of administrators,
 * `INVALID_EMAIL`, and as `signUpWithPassword` and `linkPassword`.
 */
export async function signUp(context: SignUpContext, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  refuseWhatIsNotForEveryone(request)
  const { account, tokens } = await answer(context, request, caller)
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.uid,
    displayName: account.displayName ?? undefined,
    email: account.email ?? undefined,
    ...tokens,
  }
}

async function answer(context: SignUpContext, request: Request, caller: Caller) {
  if (request.idToken) return linkPassword(context, request.idToken, request, caller)
  if (request.password || request.email) return signUpWithPassword(context, request, caller)
  if (request.email === '') throw new IdentityError('INVALID_EMAIL')
  return signUpAs(context, { provider: 'anonymous' }, context.accounts.draft())
}

function refuseWhatIsNotForEveryone(request: Request): void {
  if (request.phoneNumber) throw new IdentityError('OPERATION_NOT_ALLOWED', 'Signing in by telephone is not enabled.')
  if (request.mfaInfo?.length) throw new IdentityError('OPERATION_NOT_ALLOWED', 'Second factors are not enabled.')
  if (request.localId) throw new IdentityError('UNEXPECTED_PARAMETER', 'User ID')
  refuseTargetProject(request)
  refuseTenant(request)
}
