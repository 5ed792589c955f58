import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { z } from 'zod'

import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { parseRequest } from '../request.ts'
import { createEnumerableEndpoints } from './email-enumeration.ts'
import { createSentLinks, type SentLinks } from './sent-links.ts'
import { createTestAction } from './test-action.ts'
import { acceptUnsignedCustomTokens, acceptUnsignedProviderTokens } from './unsigned-tokens.ts'

/** The service as tests need it, and the emulator's own routes. */
export function createTestMode(context: IdentityContext, database: DatabaseSync) {
  const links = createSentLinks(context.codes)
  // As the emulator starts.
  const config: TestConfig = { protectsEmails: false }
  const opened: IdentityContext = {
    ...context,
    customTokens: acceptUnsignedCustomTokens(context.customTokens),
    providers: acceptUnsignedProviderTokens(context.providers),
    mailer: context.mailer && links.recordedBy(context.mailer),
  }
  return {
    context: opened,
    /** The emulator's own, such as `GET oobCodes`. */
    routes: createTestRoutes(database, links, config),
    /** What fetching a link does. */
    action: createTestAction(opened, links),
    /** Those of `methods.identitytoolkit` that are others for tests. */
    endpoints: createEnumerableEndpoints(() => config.protectsEmails),
  }
}

/** One of the emulator's own routes: from the request's fields to the answer. */
type TestRoute = (input: unknown) => object

/** What a suite may set. */
interface TestConfig {
  /** Whether nobody is told who has an account. */
  protectsEmails: boolean
}

const flag = z.boolean().nullish()
const configShape = z.object({
  signIn: z.object({ allowDuplicateEmails: flag }).nullish(),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: flag }).nullish(),
})

/**
 * What suites written for Google's Auth emulator look into and clear, by HTTP method and what follows the project in the
 * path. (firebase.google.com/docs/reference/rest/auth, "Auth emulator")
 */
function createTestRoutes(
  database: DatabaseSync,
  links: SentLinks,
  config: TestConfig,
): ReadonlyMap<string, TestRoute> {
  return new Map<string, TestRoute>([
    ['DELETE accounts', () => removeAllAccounts(database)],
    ['GET config', () => toAnswer(config)],
    ['PATCH config', (input) => changeConfig(config, input)],
    ['GET oobCodes', () => ({ oobCodes: links.list() })],
    // Telephones cannot sign in, so no code was ever sent to one.
    ['GET verificationCodes', () => ({ verificationCodes: [] })],
  ])
}

function removeAllAccounts(database: DatabaseSync): object {
  orStorageUnavailable(() => database.exec('DELETE FROM one_time_codes; DELETE FROM accounts'))
  return {}
}

/** Two accounts cannot have one address here: a suite that relies on it must fail. */
function changeConfig(config: TestConfig, input: unknown): object {
  const { signIn, emailPrivacyConfig } = parseRequest(configShape, input)
  if (signIn?.allowDuplicateEmails) {
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'This service has one account for each address.')
  }
  config.protectsEmails = emailPrivacyConfig?.enableImprovedEmailPrivacy ?? config.protectsEmails
  return toAnswer(config)
}

function toAnswer({ protectsEmails }: TestConfig): object {
  return {
    signIn: { allowDuplicateEmails: false },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: protectsEmails },
  }
}
