import { z } from 'zod'

import type { Administration } from '../identity/administration.ts'

/**
 * What the command line can have done by whoever holds the data folder, by name: from fields, not yet checked, to the
 * answer; both are JSON.
 *
 * @throws IdentityError, ZodError when the answer is no.
 */
export type AdminCommands = ReadonlyMap<string, (input: unknown) => Promise<object>>

const tokenShape = z.object({ uid: z.string(), claims: z.unknown().optional() })
const revokeShape = z.object({ who: z.string() })

export function createAdminCommands({ administration }: { administration: Administration }): AdminCommands {
  return new Map<string, (input: unknown) => Promise<object>>([
    ['token', async (input) => ({ token: await administration.createCustomToken(tokenShape.parse(input)) })],
    ['revoke', async (input) => ({ uid: administration.revokeTokens(revokeShape.parse(input).who) })],
  ])
}
