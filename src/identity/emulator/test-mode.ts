import type { DatabaseSync } from 'node:sqlite'

import type { Service } from '../endpoint.ts'
import type { SentLink } from '../sent-link.ts'
import { createTestRoutes } from './test-routes.ts'
import type { TestRoute } from './test-routes.ts'
import { acceptUnsignedCustomTokens, acceptUnsignedProviderTokens } from './unsigned-tokens.ts'

/** Enough for any one test; the oldest go first. */
const maxLinks = 1_000

/** The service as tests want it, and the routes beside it. */
export interface TestMode {
  readonly service: Service
  readonly routes: ReadonlyMap<string, TestRoute>
}

/** Opens what must be closed to the world. Nothing outside this folder knows how; it is loaded for this alone. */
export function openTestMode(service: Service, database: DatabaseSync): TestMode {
  const links: SentLink[] = []
  return {
    service: {
      ...service,
      customTokens: acceptUnsignedCustomTokens(service.customTokens),
      providers: acceptUnsignedProviderTokens(service.providers),
      onLink: (link) => void links.splice(0, links.push(link) - maxLinks),
    },
    routes: createTestRoutes(database, () => links.filter(({ oobCode }) => isGood(service, oobCode))),
  }
}

/** Whether a code is neither used up nor too old. */
function isGood({ codes }: Service, code: string): boolean {
  try {
    codes.get(code)
    return true
  } catch {
    return false
  }
}
