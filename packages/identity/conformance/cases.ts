import type { Case } from './case.ts'
import { accounts } from './cases/accounts.ts'
import { action } from './cases/action.ts'
import { addresses } from './cases/addresses.ts'
import { anonymous } from './cases/anonymous.ts'
import { customToken } from './cases/custom-token.ts'
import { elsewhere } from './cases/elsewhere.ts'
import { emailLink } from './cases/email-link.ts'
import { gone } from './cases/gone.ts'
import { mailRefusals } from './cases/mail-refusals.ts'
import { notOffered } from './cases/not-offered.ts'
import { pageAgain } from './cases/page-again.ts'
import { passwordReset } from './cases/password-reset.ts'
import { passwordSignIn } from './cases/password-sign-in.ts'
import { passwordSignUp } from './cases/password-sign-up.ts'
import { project } from './cases/project.ts'
import { providerAnswers } from './cases/provider-answers.ts'
import { providerLinks } from './cases/provider-links.ts'
import { providerSameAddress } from './cases/provider-same-address.ts'
import { providerSignIn } from './cases/provider-sign-in.ts'
import { spellings } from './cases/spellings.ts'
import { testRoutes } from './cases/test-routes.ts'
import { token } from './cases/token.ts'
import { updateRefusals } from './cases/update-refusals.ts'
import { update } from './cases/update.ts'
import { wire } from './cases/wire.ts'

/** All cases, for Node and, as part of a page, for Chromium. */
export const cases: readonly Case[] = [
  ...anonymous,
  ...accounts,
  ...token,
  ...passwordSignUp,
  ...passwordSignIn,
  ...spellings,
  ...update,
  ...updateRefusals,
  ...addresses,
  ...passwordReset,
  ...emailLink,
  ...mailRefusals,
  ...providerSignIn,
  ...providerSameAddress,
  ...providerLinks,
  ...providerAnswers,
  ...gone,
  ...pageAgain,
  ...customToken,
  ...project,
  ...notOffered,
  ...wire,
  ...testRoutes,
  ...action,
  ...elsewhere,
]
