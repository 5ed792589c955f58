import type { Case } from './case.ts'
import { customToken } from './cases/custom-token.ts'
import { emailAddresses } from './cases/email-addresses.ts'
import { emailLink } from './cases/email-link.ts'
import { emulatorAction } from './cases/emulator-action.ts'
import { emulatorRoutes } from './cases/emulator-routes.ts'
import { linkProvider } from './cases/link-provider.ts'
import { lookupAndDelete } from './cases/lookup-and-delete.ts'
import { passwordReset } from './cases/password-reset.ts'
import { passwordSignIn } from './cases/password-sign-in.ts'
import { projectSettings } from './cases/project-settings.ts'
import { providerResponses } from './cases/provider-responses.ts'
import { providerSignIn } from './cases/provider-sign-in.ts'
import { rawRequests } from './cases/raw-requests.ts'
import { signUp } from './cases/sign-up.ts'
import { tokens } from './cases/tokens.ts'
import { updateAccount } from './cases/update-account.ts'

/** All cases. They run in Node directly, and in Chromium as part of a page. */
export const cases: readonly Case[] = [
  ...signUp,
  ...lookupAndDelete,
  ...tokens,
  ...passwordSignIn,
  ...updateAccount,
  ...emailAddresses,
  ...passwordReset,
  ...emailLink,
  ...providerSignIn,
  ...linkProvider,
  ...providerResponses,
  ...customToken,
  ...projectSettings,
  ...rawRequests,
  ...emulatorRoutes,
  ...emulatorAction,
]
