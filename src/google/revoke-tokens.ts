import { setTimeout } from 'node:timers/promises'

import type { CallProject } from './project-calls.ts'

/**
 * Revokes every token of an account that was given out until now, those of this very second too, and changes these
 * fields along with it.
 *
 * Firebase counts in whole seconds, and accepts what is of the second of `validSince` itself. So tokens count only from
 * the next second on: the first call ends the sessions, the second one also those that began in the second of the first.
 * (firebase.google.com/docs/auth/admin/manage-sessions)
 *
 * @param createFields called for each of the two.
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
