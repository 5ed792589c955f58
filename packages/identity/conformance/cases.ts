import type { Case } from './case.ts'
import { accountLinking } from './cases/account-linking.ts'
import { anonymousSignUp } from './cases/anonymous-sign-up.ts'
import { createAuthUri } from './cases/create-auth-uri.ts'
import { crossOrigin } from './cases/cross-origin.ts'
import { customToken } from './cases/custom-token.ts'
import { deletedAccount } from './cases/deleted-account.ts'
import { emailAddresses } from './cases/email-addresses.ts'
import { emailLink } from './cases/email-link.ts'
import { emailNormalisation } from './cases/email-normalisation.ts'
import { emulatorAction } from './cases/emulator-action.ts'
import { emulatorRoutes } from './cases/emulator-routes.ts'
import { linkProvider } from './cases/link-provider.ts'
import { lookupAndDelete } from './cases/lookup-and-delete.ts'
import { pageReload } from './cases/page-reload.ts'
import { passwordReset } from './cases/password-reset.ts'
import { passwordSignIn } from './cases/password-sign-in.ts'
import { passwordSignUp } from './cases/password-sign-up.ts'
import { projectSettings } from './cases/project-settings.ts'
import { providerResponses } from './cases/provider-responses.ts'
import { providerSignIn } from './cases/provider-sign-in.ts'
import { rawRequests } from './cases/raw-requests.ts'
import { tokenRefresh } from './cases/refresh-token.ts'
import { revokeToken } from './cases/revoke-token.ts'
import { sendOobCodeRejections } from './cases/send-oob-code-rejections.ts'
import { unsupportedMethods } from './cases/unsupported-methods.ts'
import { updateAccount } from './cases/update-account.ts'
import { updateRejections } from './cases/update-rejections.ts'

/** All cases. They run in Node directly, and in Chromium as part of a page. */
export const cases: readonly Case[] = [
  ...anonymousSignUp,
  ...lookupAndDelete,
  ...tokenRefresh,
  ...passwordSignUp,
  ...passwordSignIn,
  ...emailNormalisation,
  ...updateAccount,
  ...updateRejections,
  ...emailAddresses,
  ...passwordReset,
  ...emailLink,
  ...sendOobCodeRejections,
  ...providerSignIn,
  ...accountLinking,
  ...linkProvider,
  ...providerResponses,
  ...deletedAccount,
  ...pageReload,
  ...customToken,
  ...createAuthUri,
  ...projectSettings,
  ...revokeToken,
  ...unsupportedMethods,
  ...rawRequests,
  ...emulatorRoutes,
  ...emulatorAction,
  ...crossOrigin,
]
