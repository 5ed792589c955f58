import { z } from 'zod'

import { auditRefusal } from '../abuse/audit-refusal.ts'
import { hasEndedSince } from '../accounts/account.ts'
import type { Account } from '../accounts/account.ts'
import type { Client } from '../caller.ts'
import type { Service } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, refuseTenant, required } from '../request.ts'
import { signIn } from '../sign-in.ts'

const method = 'custom'

const shape = z.object({ token: optionalText, tenantId: optionalText })

/**
 * `accounts:signInWithCustomToken`: signs in whom whoever runs the shop has made a token for, with an account of that id,
 * old or new. (identity-platform: REST, accounts.signInWithCustomToken)
 *
 * @throws IdentityError `UNSUPPORTED_TENANT_OPERATION`, `MISSING_CUSTOM_TOKEN`, `USER_DISABLED`, and what
 * `CustomTokens.verify` throws; `INVALID_CUSTOM_TOKEN` also for one from before the account's sessions ended.
 */
export async function signInWithCustomToken(service: Service, input: unknown, client: Client) {
  const request = parseRequest(shape, input)
  refuseTenant(request)
  const token = required(request.token, 'MISSING_CUSTOM_TOKEN')
  return auditRefusal(service, client, { method }, async () => {
    const { uid, claims, issuedAt } = await service.customTokens.verify(token)
    const isNewUser = service.accounts.find(uid) === undefined
    const { tokens } = await signIn(service, { provider: method, extraClaims: claims }, () =>
      getAccount(service, uid, issuedAt),
    )
    if (isNewUser) service.audit('account-created', client, { uid, method })
    service.audit('signed-in', client, { uid, method })
    return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser, ...tokens }
  })
}

/** A token from before the account's sessions ended is none any more: it is a way in as they were. */
function getAccount({ accounts }: Service, uid: string, issuedAt: Date | undefined): Account {
  const account = accounts.find(uid)
  if (account === undefined) return accounts.create({ uid, customAuth: true })
  if (hasEndedSince(issuedAt, account)) {
    throw new IdentityError('INVALID_CUSTOM_TOKEN', 'It was made before the sessions of its account ended.')
  }
  return accounts.update(uid, { customAuth: true })
}
