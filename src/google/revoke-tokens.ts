import { setTimeout } from 'node:timers/promises'

import type { CallProject } from './project-calls.ts'

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
