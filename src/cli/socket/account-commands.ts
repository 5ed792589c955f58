import type { Administration } from '@stockinette/identity'
import { z } from 'zod'

import type { AdminCommands } from './run-admin-command.ts'

const tokenShape = z.object({ uid: z.string(), claims: z.unknown().optional() })
const revokeShape = z.object({ who: z.string() })

/** Commands for accounts, by name. */
export function createAccountCommands({ administration }: { administration: Administration }): AdminCommands {
  return new Map<string, (input: unknown) => Promise<object>>([
    ['token', async (input) => ({ token: await administration.createCustomToken(tokenShape.parse(input)) })],
    [
      'keys-rotate',
      async () => {
        await administration.rotateKeys()
        return {}
      },
    ],
    ['revoke', async (input) => ({ uid: administration.revokeTokens(revokeShape.parse(input).who) })],
  ])
}
