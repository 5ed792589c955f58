import { z } from 'zod'

import type { Claiming } from '../../owners/claiming.ts'
import type { Owner } from '../../owners/owners.ts'
import type { AdminCommands } from './run-admin-command.ts'

const whoShape = z.object({ who: z.string() })
/** `origin`: the public origin, for links. */
const linkShape = z.object({ who: z.string(), origin: z.url() })

/** Commands for owners, by name. */
export function createOwnerCommands(claiming: Claiming): AdminCommands {
  const withLink = (give: Claiming['add']) => (input: unknown) => {
    const { who, origin } = linkShape.parse(input)
    return give(who, origin)
  }
  return new Map<string, (input: unknown) => Promise<object>>([
    ['owner-add', withLink((who, origin) => claiming.add(who, origin))],
    ['owner-list', async () => ({ owners: (await claiming.list()).map(toAnswer) })],
    ['owner-remove', async (input) => toAnswer(await claiming.remove(whoShape.parse(input).who))],
    ['owner-reset', withLink((who, origin) => claiming.reset(who, origin))],
  ])
}

/** The same format with and without a socket. */
function toAnswer({ uid, email, since }: Owner) {
  return { uid, email, since: since.toISOString() }
}
