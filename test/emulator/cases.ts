import type { Case } from './case.ts'
import { accounts } from './cases/accounts.ts'
import { anonymous } from './cases/anonymous.ts'
import { passwordSignIn } from './cases/password-sign-in.ts'
import { passwordSignUp } from './cases/password-sign-up.ts'
import { project } from './cases/project.ts'
import { token } from './cases/token.ts'
import { update } from './cases/update.ts'

/** Everything that is tried, in Node as it stands and in Chromium as part of a page. */
export const cases: readonly Case[] = [
  ...anonymous,
  ...accounts,
  ...token,
  ...passwordSignUp,
  ...passwordSignIn,
  ...update,
  ...project,
]
