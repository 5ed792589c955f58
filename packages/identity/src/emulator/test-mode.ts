import type { DatabaseSync } from 'node:sqlite'

import type { SentLink } from '../action-codes/sent-link.ts'
import type { Endpoint, IdentityContext } from '../context.ts'
import { createEnumerableEndpoints } from './email-enumeration.ts'
import { createTestAction, type TestAction } from './test-action.ts'
import { createTestRoutes, type TestConfig, type TestRoute } from './test-routes.ts'
import { acceptUnsignedCustomTokens, acceptUnsignedProviderTokens } from './unsigned-tokens.ts'

/** Enough for any one test; the oldest go first. */
const maxLinks = 1_000

/** The service as tests want it, and the routes beside it. */
export interface TestMode {
  readonly context: IdentityContext
  /** Those of `methods.identitytoolkit` that are others for tests. */
  readonly endpoints: Readonly<Record<string, Endpoint>>
  /** The emulator's own, such as `GET oobCodes`. */
  readonly routes: ReadonlyMap<string, TestRoute>
  /** What fetching a link does. */
  readonly action: TestAction
}

/** Opens what must be closed to the world. Nothing outside this folder knows how; it is loaded for this alone. */
export function createTestMode(context: IdentityContext, database: DatabaseSync): TestMode {
  const links: SentLink[] = []
  // As the emulator starts.
  const config: TestConfig = { protectsEmails: false }
  const opened: IdentityContext = {
    ...context,
    customTokens: acceptUnsignedCustomTokens(context.customTokens),
    providers: acceptUnsignedProviderTokens(context.providers),
    onLink: (link) => void links.splice(0, links.push(toTestLink(link)) - maxLinks),
  }
  const listLinks = () => links.filter(({ oobCode }) => isValidCode(context, oobCode))
  return {
    context: opened,
    routes: createTestRoutes(database, listLinks, config),
    action: createTestAction(opened, listLinks),
    endpoints: createEnumerableEndpoints(() => config.protectsEmails),
  }
}

/** A link as suites are told of it: to what does at once what it is for, not to the page that asks first. */
function toTestLink(link: SentLink): SentLink {
  const url = new URL(link.oobLink)
  url.pathname = '/emulator/action'
  return { ...link, oobLink: url.href }
}

/** Whether a code is neither used up nor too old. */
function isValidCode({ codes }: IdentityContext, code: string): boolean {
  try {
    codes.get(code)
    return true
  } catch {
    return false
  }
}
