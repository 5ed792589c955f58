import { z } from 'zod'

import type { Account } from '../account.ts'
import { auditRefusal } from '../audit-refusal.ts'
import type { Client, Service } from '../endpoint.ts'
import { optionalText, parseRequest, refuseTenant, required } from '../request.ts'
import { signIn } from '../sign-in.ts'

const method = 'custom'

const shape = z.object({ token: optionalText, tenantId: optionalText })

/**
 * `accounts:signInWithCustomToken`: signs in whom whoever runs the shop has made a token for, with an account of that id,
 * old or new. (identity-platform: REST, accounts.signInWithCustomToken)
 *
 * @throws IdentityError `UNSUPPORTED_TENANT_OPERATION`, `MISSING_CUSTOM_TOKEN`, `USER_DISABLED`, and what
 * `CustomTokens.verify` throws.
 */
export async function signInWithCustomToken(service: Service, input: unknown, client: Client) {
  const request = parseRequest(shape, input)
  refuseTenant(request)
  const token = required(request.token, 'MISSING_CUSTOM_TOKEN')
  return auditRefusal(service, client, { method }, async () => {
    const { uid, claims } = await service.customTokens.verify(token)
    const isNewUser = service.accounts.find(uid) === undefined
    const { tokens } = await signIn(service, { provider: method, extraClaims: claims }, () => getAccount(service, uid))
    if (isNewUser) service.audit('account-created', client, { uid, method })
    service.audit('signed-in', client, { uid, method })
    return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser, ...tokens }
  })
}

function getAccount({ accounts }: Service, uid: string): Account {
  if (accounts.find(uid) === undefined) return accounts.create({ uid, customAuth: true })
  return accounts.update(uid, { customAuth: true })
}
