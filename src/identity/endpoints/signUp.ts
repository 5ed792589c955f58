import { z } from 'zod'

import type { Service } from '../endpoint.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest } from '../request.ts'
import { signIn } from '../sign-in.ts'

const shape = z.object({
  email: optionalText,
  password: optionalText,
  idToken: optionalText,
  tenantId: optionalText,
})

/**
 * `accounts:signUp`: makes an account and signs it in. With neither e-mail nor password it is an anonymous one.
 * (identity-platform: REST, accounts.signUp)
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED` for passwords, `UNSUPPORTED_TENANT_OPERATION` for tenants.
 */
export async function signUp(service: Service, input: unknown) {
  const request = parseRequest(shape, input)
  refuseWhatIsSwitchedOff(request)
  const { account, tokens } = await signIn(service, { provider: 'anonymous' }, () => service.accounts.create())
  return { kind: 'identitytoolkit#SignupNewUserResponse', localId: account.uid, ...tokens }
}

function refuseWhatIsSwitchedOff({ email, password, idToken, tenantId }: z.infer<typeof shape>): void {
  if (email || password || idToken) throw new IdentityError('OPERATION_NOT_ALLOWED')
  if (tenantId) throw new IdentityError('UNSUPPORTED_TENANT_OPERATION')
}
