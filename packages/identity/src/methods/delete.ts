import { z } from 'zod'

import type { Client } from '../caller.ts'
import { getStillSignedIn } from '../context.ts'
import type { Service } from '../context.ts'
import { optionalText, parseRequest, refuseTargetProject, refuseTenant, required } from '../request.ts'
import { getRecent } from '../tokens/recent-sign-in.ts'

const shape = z.object({ idToken: optionalText, tenantId: optionalText, targetProjectId: optionalText })

/**
 * `accounts:delete`: an account removes itself, and no refresh token of it is good any more.
 * (identity-platform: REST, accounts.delete)
 *
 * @throws IdentityError `MISSING_ID_TOKEN`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, and what `getSignedIn` throws;
 * ShopError `too-many-requests`.
 */
export async function deleteAccount(service: Service, input: unknown, client: Client) {
  const request = parseRequest(shape, input)
  refuseTargetProject(request)
  refuseTenant(request)
  const signedIn = await getRecent(service, required(request.idToken, 'MISSING_ID_TOKEN'))
  const { uid } = signedIn.account
  service.throttle.change(uid)
  await service.atomicallyInGroup(() => {
    getStillSignedIn(service, signedIn.token)
    service.accounts.remove(uid)
  })
  service.audit('account-removed', client, { uid })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}
