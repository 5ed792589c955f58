import { actionModes } from '../../src/domain/action-codes.ts'
import type { ActionMode } from '../../src/domain/action-codes.ts'
import { homePath, signInPath } from '../../src/domain/page-paths.ts'
import { safeRedirectPath } from '../../src/domain/safe-redirect-path.ts'

/** What the link in a letter asks for. */
export interface AccountLink {
  readonly mode: ActionMode
  readonly code: string
  /** All of it. */
  readonly href: string
  /** Where to go on to afterwards: a page of this shop. */
  readonly next: string
}

/** Where each leads to when it does not say: with a new password one signs in. */
const firstPages: Readonly<Record<ActionMode, string>> = {
  resetPassword: signInPath(),
  verifyEmail: homePath,
  verifyAndChangeEmail: signInPath(),
  recoverEmail: homePath,
  signIn: homePath,
}

/** Reads the address of a page; `undefined` when something is missing, as in a link that was copied in part. */
export function readAccountLink(href: string): AccountLink | undefined {
  const { searchParams, origin } = new URL(href)
  const mode = Object.values(actionModes).find((name) => name === searchParams.get('mode'))
  const code = searchParams.get('oobCode')
  if (mode === undefined || !code) return undefined
  return { mode, code, href, next: safeRedirectPath(searchParams.get('continueUrl') ?? '', origin) ?? firstPages[mode] }
}
