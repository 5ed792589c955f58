import { setTimeout } from 'node:timers/promises'

import type { Caller } from '@stockinette/identity'
import { z } from 'zod'

import { isShopError, ShopError } from '../domain/errors.ts'
import type { CallProject } from '../google/project-calls.ts'
import type { Log } from '../log.ts'
import { itemRules, problems } from '../messages/messages.ts'
import type { Visitor } from './access.ts'
import type { Owners } from './owners.ts'

interface EndSessionsOptions {
  readonly call: CallProject
  readonly owners: Pick<Owners, 'has'>
  readonly log: Log
}

/**
 * Ends every session of an account in Firebase Authentication, as `revokeRefreshTokens` of its Admin SDK does. Once it
 * resolves, no earlier sign-in counts, nor one in the second of the call. An owner's account loses its providers, too, except
 * the one that she is signed in with: anyone who held her phone for a moment may have linked another one.
 *
 * Rejects with ShopError `not-signed-in` if the account was deleted; `storage-unavailable` when Firebase refuses: the shop's credentials need the role Firebase
 * Authentication Admin.
 */
export function createEndSessions({ call, owners, log }: EndSessionsOptions) {
  const findUnvouched = async ({ uid, signInProvider }: Visitor) => {
    const [account] = foundShape.parse(await call('accounts:lookup', { localId: [uid] })).users
    return account === undefined ? [] : otherProvidersOf(account).filter((id) => id !== signInProvider)
  }
  const endOwnSessions = async (owner: Visitor, tries = 3): Promise<void> => {
    if (tries === 0) throw new Error('providers are linked again and again')
    const deleteProvider = await findUnvouched(owner)
    await revokeTokens(call, owner.uid, () => ({ deleteProvider }))
    // Until now, a thief who was signed in may have linked another one.
    if ((await findUnvouched(owner)).length > 0) await endOwnSessions(owner, tries - 1)
  }
  return async (visitor: Visitor, { address }: Caller): Promise<void> => {
    const { uid } = visitor
    try {
      await ((await owners.has(visitor)) ? endOwnSessions(visitor) : revokeTokens(call, uid))
    } catch (cause) {
      if (isShopError(cause) && cause.message.includes('USER_NOT_FOUND'))
        throw new ShopError('not-signed-in', itemRules.notSignedIn)
      throw new ShopError('storage-unavailable', problems.notSignedOutEverywhere, { cause })
    }
    log.info({ audit: 'tokens-revoked', address, uid }, 'security event')
  }
}

const providersShape = z.object({ providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]) })
const foundShape = z.object({ users: z.array(providersShape).default([]) })

/** The ids of the providers of an account in Firebase Authentication, apart from its password. */
export function otherProvidersOf({ providerUserInfo }: z.infer<typeof providersShape>): string[] {
  return providerUserInfo.map(({ providerId }) => providerId).filter((id) => id !== 'password')
}

/**
 * Revokes all tokens that an account has so far, also those of the current second, and changes these fields with it.
 *
 * Firebase counts in whole seconds and accepts tokens of the second of `validSince` itself. So there are two calls: the
 * first one revokes the tokens of earlier seconds, and the one in the next second also those of the first call's second.
 * (firebase.google.com/docs/auth/admin/manage-sessions)
 *
 * @param createFields called for each of the two calls.
 */
export async function revokeTokens(call: CallProject, localId: string, createFields: () => object = () => ({})) {
  const update = () =>
    call('accounts:update', { localId, ...createFields(), validSince: String(toSeconds(Date.now())) })
  await update()
  const second = toSeconds(Date.now())
  while (toSeconds(Date.now()) === second) await setTimeout(1_000 - (Date.now() % 1_000))
  await update()
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}
