import { z } from 'zod'

import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { getRecentlySignedIn, getStillSignedIn, type SignedInContext } from '../tokens/signed-in.ts'

type Context = SignedInContext & Uses<'atomicallyInGroup' | 'attemptLimits' | 'audit'>

const shape = z.object({ idToken: optionalText, tenantId: optionalText, targetProjectId: optionalText })

/**
 * `accounts:delete`: a user deletes their account, which ends its sessions.
 * (identity-platform: REST, accounts.delete)
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, and as `getSignedIn`;
 * RateLimitError.
 */
export async function deleteAccount(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const signedIn = await getRecentlySignedIn(context, required(request.idToken, 'MISSING_ID_TOKEN'))
  const { uid } = signedIn.account
  context.attemptLimits.changeAccount(uid)
  await context.atomicallyInGroup(() => {
    getStillSignedIn(context, signedIn.token)
    context.accounts.remove(uid)
  })
  context.audit('account-removed', caller, { uid })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}
