import { actionModes, type ActionMode } from '../../src/domain/action-codes.ts'
import { homePath, signInPath } from '../../src/domain/page-paths.ts'
import { safeRedirectPath } from '../../src/domain/safe-redirect-path.ts'

/** A link in an e-mail, parsed. */
export interface ActionLink {
  readonly mode: ActionMode
  readonly code: string
  /** The whole link. */
  readonly href: string
  /** The path to continue at afterwards. */
  readonly next: string
}

/** Where to continue without a `continueUrl`. */
const defaultNextPaths: Readonly<Record<ActionMode, string>> = {
  resetPassword: signInPath(),
  verifyEmail: homePath,
  verifyAndChangeEmail: signInPath(),
  recoverEmail: homePath,
  signIn: homePath,
}

/** Parses the page's URL; `undefined` if a part is missing, as in a truncated link. */
export function parseActionLink(href: string): ActionLink | undefined {
  const { searchParams, origin } = new URL(href)
  const mode = Object.values(actionModes).find((name) => name === searchParams.get('mode'))
  const code = searchParams.get('oobCode')
  if (mode === undefined || !code) return undefined
  return {
    mode,
    code,
    href,
    next: safeRedirectPath(searchParams.get('continueUrl') ?? '', origin) ?? defaultNextPaths[mode],
  }
}
