import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'
import { z } from 'zod'

import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { parseRequest } from '../request.ts'
import { createEnumerableEndpoints } from './email-enumeration.ts'
import { createSentLinks } from './sent-links.ts'
import { createTestAction } from './test-action.ts'
import { acceptUnsignedCustomTokens, acceptUnsignedProviderTokens } from './unsigned-tokens.ts'

/** The service as tests need it, and the emulator's own routes. */
export function createTestMode(context: IdentityContext, database: DatabaseSync) {
  const links = createSentLinks(context.codes)
  let protectsEmails = false // As the emulator starts.
  const opened: IdentityContext = {
    ...context,
    customTokens: acceptUnsignedCustomTokens(context.customTokens),
    providers: acceptUnsignedProviderTokens(context.providers),
    mailer: context.mailer && links.recordedBy(context.mailer),
  }
  const readConfig = () => ({
    signIn: { allowDuplicateEmails: false },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: protectsEmails },
  })
  return {
    context: opened,
    /**
     * What suites written for Google's Auth emulator look into and clear, by HTTP method and what follows the project in the
     * path: from the request's fields to the answer. (firebase.google.com/docs/reference/rest/auth, "Auth emulator")
     */
    routes: new Map<string, (input: unknown) => object>([
      ['DELETE accounts', () => removeAllAccounts(database)],
      ['GET config', readConfig],
      [
        'PATCH config',
        (input) => {
          protectsEmails = readProtection(input) ?? protectsEmails
          return readConfig()
        },
      ],
      ['GET oobCodes', () => ({ oobCodes: links.list() })],
      // Telephones cannot sign in, so no code was ever sent to one.
      ['GET verificationCodes', () => ({ verificationCodes: [] })],
    ]),
    /** What fetching a link does. */
    action: createTestAction(opened, links),
    /** Those of `methods.identitytoolkit` that are others for tests. */
    endpoints: createEnumerableEndpoints(() => protectsEmails),
  }
}

const flag = z.boolean().nullish()
const configShape = z.object({
  signIn: z.object({ allowDuplicateEmails: flag }).nullish(),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: flag }).nullish(),
})

/** Whether nobody is to be told who has an account. Two accounts cannot have one address here: a suite that relies on it must fail. */
function readProtection(input: unknown): boolean | null | undefined {
  const { signIn, emailPrivacyConfig } = parseRequest(configShape, input)
  if (signIn?.allowDuplicateEmails) {
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'This service has one account for each address.')
  }
  return emailPrivacyConfig?.enableImprovedEmailPrivacy
}

function removeAllAccounts(database: DatabaseSync): object {
  orStorageUnavailable(() => database.exec('DELETE FROM one_time_codes; DELETE FROM accounts'))
  return {}
}
