import { z } from 'zod'

import { auditRefusal } from '../abuse/audit.ts'
import type { Account } from '../accounts/account.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import type { SignInContext } from '../sign-in.ts'
import { isRefreshToken } from '../tokens/secrets.ts'
import type { Session } from '../tokens/sessions.ts'
import { idTokenLifetimeSeconds } from '../tokens/verify-id-token.ts'

type Context = SignInContext & Uses<'audit' | 'projectId'>

/** The names of OAuth 2.0, and those of protocol buffers' JSON, which the clients for C++ and iOS send. */
const shape = z.object({
  grant_type: optionalText,
  grantType: optionalText,
  refresh_token: optionalText,
  refreshToken: optionalText,
})

/**
 * `token`: a new ID token for a refresh token. (firebase.google.com/docs/reference/rest/auth, "Exchange a refresh token")
 *
 * The refresh token stays the same, as in Firebase Authentication: a phone that loses the answer still has a valid one, and
 * two tabs that refresh at the same time do not sign each other out.
 *
 * @throws IdentityError `MISSING_GRANT_TYPE`, `INVALID_GRANT_TYPE`, `MISSING_REFRESH_TOKEN`, `INVALID_REFRESH_TOKEN`,
 * `TOKEN_EXPIRED`, `USER_DISABLED`; RateLimitError.
 */
export async function token(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const grantType = required(request.grant_type || request.grantType, 'MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
  const refreshToken = required(request.refresh_token || request.refreshToken, 'MISSING_REFRESH_TOKEN')
  if (!isRefreshToken(refreshToken)) throw new IdentityError('INVALID_REFRESH_TOKEN')
  const { idToken, account } = await auditRefusal(context, caller, { method: 'refresh' }, () =>
    refresh(context, refreshToken, caller),
  )
  return {
    access_token: idToken,
    expires_in: String(idTokenLifetimeSeconds),
    token_type: 'Bearer',
    refresh_token: refreshToken,
    id_token: idToken,
    user_id: account.uid,
    project_id: context.projectId,
  }
}

async function refresh(context: Context, refreshToken: string, caller: Caller) {
  const { account, session } = getSession(context, refreshToken)
  context.attemptLimits.refreshToken(account.uid)
  const noteUse = () => {
    if (!context.sessions.noteUse(refreshToken)) throw new IdentityError('TOKEN_EXPIRED')
    context.accounts.noteRefresh(account.uid)
    // A browser that signed in with a version without these cookies.
    if (context.devices.find(account.uid, caller) === undefined) context.devices.add(account, caller)
    else context.devices.endPrevious(caller)
  }
  const [idToken] = await Promise.all([
    context.idTokens.issue(account, session, context.now()),
    context.atomicallyInGroup(noteUse),
  ])
  return { idToken, account }
}

/**
 * A well-formed token without a session was valid once, until its account was deleted or its sessions ended.
 * `TOKEN_EXPIRED` makes the client sign out, so that the user can sign in again. After `INVALID_REFRESH_TOKEN` it would keep
 * the token.
 */
function getSession(context: Context, refreshToken: string): { account: Account; session: Session } {
  const session = context.sessions.find(refreshToken)
  const account = session && context.accounts.find(session.uid)
  if (session === undefined || account === undefined) throw new IdentityError('TOKEN_EXPIRED')
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  return { account, session }
}
