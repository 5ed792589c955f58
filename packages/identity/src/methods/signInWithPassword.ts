import { z } from 'zod'

import type { Guesser, LoginAttempt } from '../abuse/attempt-limits.ts'
import { auditRefusal } from '../abuse/audit.ts'
import { type Account, toEmail } from '../accounts/account.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { failureCodeOf, IdentityError } from '../errors.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { signIn, type SignInContext } from '../sign-in.ts'

type Context = SignInContext & Uses<'audit' | 'passwords'>

const shape = z.object({ email: optionalText, password: optionalText, tenantId: optionalText })

const method = 'password'

/**
 * `accounts:signInWithPassword`. (identity-platform: REST, accounts.signInWithPassword)
 *
 * An unknown address and a wrong password have the same answer after the same time, so that the method does not reveal who
 * has an account. (Guarded by the test "answers alike for an unknown e-mail address and a wrong password".)
 *
 * @throws IdentityError `MISSING_EMAIL`, `INVALID_EMAIL`, `MISSING_PASSWORD`, `INVALID_LOGIN_CREDENTIALS`,
 * `USER_DISABLED`, `UNSUPPORTED_TENANT_OPERATION`; RateLimitError.
 */
export async function signInWithPassword(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const email = readEmail(request.email)
  const password = required(request.password, 'MISSING_PASSWORD')
  const account = context.accounts.findByEmail(email)
  const device = account && context.devices.find(account.uid, caller)
  const guess = attemptLogin(context, { email, device }, caller)
  return auditRefusal(context, caller, { uid: account?.uid, method }, async () => {
    const comparing = context.passwords.compare(password, account?.passwordHash, caller, device)
    comparing.catch(() => guess.giveBack())
    const { isCorrect, renewedHash } = await comparing
    if (account === undefined || !isCorrect) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
    guess.giveBack()
    const getAccount = () => ({ account: getUnchanged(context, account, renewedHash) })
    const { tokens } = await signIn(context, method, caller, getAccount)
    context.audit('signed-in', caller, { uid: account.uid, method })
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId: account.uid,
      displayName: account.displayName ?? undefined,
      email,
      ...tokens,
    }
  })
}

/** `AttemptLimits.attemptLogin`, which writes refusals to the audit log. */
function attemptLogin({ attemptLimits, audit }: Context, who: Guesser, caller: Caller): LoginAttempt {
  try {
    return attemptLimits.attemptLogin(who, caller)
  } catch (error) {
    if (failureCodeOf(error) === 'too-many-requests') audit('throttled', caller, { method })
    throw error
  }
}

function readEmail(email: string | null | undefined): string {
  if (email === null || email === undefined) throw new IdentityError('MISSING_EMAIL')
  return toEmail(email)
}

/** The account, unless its password has changed during the comparison. */
function getUnchanged(context: Context, { uid, passwordHash, passwordUpdatedAt }: Account, renewedHash?: string) {
  const account = context.accounts.find(uid)
  const isUnchanged = account?.passwordHash && account.passwordUpdatedAt?.getTime() === passwordUpdatedAt?.getTime()
  if (!isUnchanged) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  if (renewedHash !== undefined && passwordHash !== null) context.accounts.rehash(uid, passwordHash, renewedHash)
  return account
}
