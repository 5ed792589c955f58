import { z } from 'zod'

import { auditRefusal } from '../abuse/audit.ts'
import { hasEndedSince, type Account } from '../accounts/account.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { signIn, type SignInContext } from '../sign-in.ts'

type Context = SignInContext & Uses<'audit' | 'customTokens'>

const method = 'custom'

const shape = z.object({ token: optionalText, tenantId: optionalText })

/**
 * `accounts:signInWithCustomToken`: signs in the user of a token that an administrator has created. A missing account with
 * that id is created. (identity-platform: REST, accounts.signInWithCustomToken)
 *
 * @throws IdentityError `UNSUPPORTED_TENANT_OPERATION`, `MISSING_CUSTOM_TOKEN`, `USER_DISABLED`, and as
 * `CustomTokens.verify`; `INVALID_CUSTOM_TOKEN` also for a token from before the account's sessions ended.
 */
export async function signInWithCustomToken(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const token = required(request.token, 'MISSING_CUSTOM_TOKEN')
  return auditRefusal(context, caller, { method }, async () => {
    const { uid, claims, issuedAt } = await context.customTokens.verify(token)
    const isNewUser = context.accounts.find(uid) === undefined
    const find = () => ({ account: getAccount(context, uid, issuedAt) })
    const { tokens } = await signIn(context, method, caller, find, claims)
    if (isNewUser) context.audit('account-created', caller, { uid, method })
    context.audit('signed-in', caller, { uid, method })
    return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser, ...tokens }
  })
}

/** A token ends with the account's sessions, because it is a way to sign in as they are. */
function getAccount({ accounts }: Context, uid: string, issuedAt: Date | undefined): Account {
  const account = accounts.find(uid)
  if (account === undefined) return accounts.create({ uid, customAuth: true })
  if (hasEndedSince(issuedAt, account)) {
    throw new IdentityError('INVALID_CUSTOM_TOKEN', 'It was made before the sessions of its account ended.')
  }
  return accounts.update(uid, { customAuth: true })
}
