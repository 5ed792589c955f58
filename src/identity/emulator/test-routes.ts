import type { DatabaseSync } from 'node:sqlite'

import { z } from 'zod'

import { orStorageUnavailable } from '../../sqlite/storage-unavailable.ts'
import { IdentityError } from '../errors.ts'
import { parseRequest } from '../request.ts'
import type { SentLink } from '../sent-link.ts'

/** One of the emulator's own routes: from the request's fields to the answer. */
export type TestRoute = (input: unknown) => object

/** How this service is, and stays. */
const config = {
  signIn: { allowDuplicateEmails: false },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
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
export function createTestRoutes(
  database: DatabaseSync,
  listLinks: () => readonly SentLink[],
): ReadonlyMap<string, TestRoute> {
  return new Map<string, TestRoute>([
    ['DELETE accounts', () => removeAllAccounts(database)],
    ['GET config', () => config],
    ['PATCH config', keepConfig],
    ['GET oobCodes', () => ({ oobCodes: listLinks() })],
    // Telephones cannot sign in, so no code was ever sent to one.
    ['GET verificationCodes', () => ({ verificationCodes: [] })],
  ])
}

function removeAllAccounts(database: DatabaseSync): object {
  orStorageUnavailable(() => database.exec('DELETE FROM one_time_codes; DELETE FROM accounts'))
  return {}
}

/** Asking for what is so anyway is granted; pretending to be otherwise would have suites pass that should not. */
function keepConfig(input: unknown): object {
  const { signIn, emailPrivacyConfig } = parseRequest(configShape, input)
  if (signIn?.allowDuplicateEmails || emailPrivacyConfig?.enableImprovedEmailPrivacy === false) {
    throw new IdentityError(
      'OPERATION_NOT_ALLOWED',
      'This service has one account for each address, and tells of none.',
    )
  }
  return config
}
