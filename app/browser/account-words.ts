import { accountAction } from '../../src/domain/messages.ts'

/** What the visitor is told of an error of the identity client, on the page that links in letters lead to. */
export interface ErrorWords {
  readonly words: string
  /** Nothing more can be done with this link. */
  readonly isOver: boolean
}

const words: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': accountAction.emailTaken,
  'auth/expired-action-code': accountAction.spent,
  'auth/invalid-action-code': accountAction.spent,
  'auth/invalid-email': accountAction.badEmail,
  'auth/network-request-failed': accountAction.noConnection,
  'auth/password-does-not-meet-requirements': accountAction.weakPassword,
  'auth/too-many-requests': accountAction.tooMany,
  'auth/user-disabled': accountAction.disabled,
  'auth/weak-password': accountAction.weakPassword,
}

export function wordsFor(error: unknown): ErrorWords {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const found = words[code] ?? accountAction.failed
  return { words: found, isOver: found === accountAction.spent }
}
