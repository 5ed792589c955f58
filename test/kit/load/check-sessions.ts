import pLimit from 'p-limit'

import { RefusedWriteError, type SessionEntry, type Writer } from './writer.ts'

/** Refreshes the latest sessions, and signs in with the latest passwords. */
export async function checkSessions(writer: Writer, latest: number, lost: string[]): Promise<void> {
  const pending = writer.sessions.filter((session) => session.acknowledged === undefined)
  for (const session of pending) await checkPendingSignUp(writer, session, lost)
  const known = keepKnown(writer)

  const atOnce = pLimit(16)
  const check = async (session: SessionEntry) => {
    try {
      await writer.refresh(session)
      if (session.credentials) await writer.sendSignIn('signInWithPassword', session.credentials)
    } catch (error) {
      if (!(error instanceof RefusedWriteError)) throw error
      // A copy of the shop may be older than the session.
      if (session.states.includes(undefined)) session.settle(undefined)
      else lost.push(`session: ${JSON.stringify(session.acknowledged)}: ${error.message}`)
    }
  }
  const unanswered = known.filter((session) => session.pending !== undefined)
  const checked = new Set([...writer.owners, ...unanswered, ...known.slice(-latest)])
  await Promise.all([...checked].map((session) => atOnce(() => check(session))))
  keepKnown(writer)
}

/** Signs in with each password that was acknowledged: after a restore, every session has ended. */
export async function signInAgain(writer: Writer): Promise<void> {
  const atOnce = pLimit(16)
  const signIn = async (session: SessionEntry) => {
    if (session.credentials === undefined || session.acknowledged === undefined) return
    try {
      session.resolve(await writer.sendSignIn('signInWithPassword', session.credentials))
    } catch (error) {
      // `checkSessions` says whether it should be there.
      if (!(error instanceof RefusedWriteError)) throw error
    }
  }
  await Promise.all([...writer.owners, ...writer.sessions].map((session) => atOnce(() => signIn(session))))
}

function keepKnown({ sessions }: Writer): readonly SessionEntry[] {
  const known = sessions.filter((session) => session.acknowledged !== undefined)
  sessions.splice(0, sessions.length, ...known)
  return known
}

/** An account with a password either exists, with this password, or can be made. An anonymous one is of no use to anyone. */
async function checkPendingSignUp(writer: Writer, session: SessionEntry, lost: string[]): Promise<void> {
  const { credentials } = session
  if (credentials === undefined) return
  try {
    session.resolve(await signUpOrIn(writer, credentials))
  } catch (error) {
    if (!(error instanceof RefusedWriteError)) throw error
    lost.push(`half an account: ${JSON.stringify(credentials)}: ${error.message}`)
  }
}

async function signUpOrIn(writer: Writer, credentials: NonNullable<SessionEntry['credentials']>) {
  try {
    return await writer.sendSignIn('signUp', credentials)
  } catch (error) {
    if (!(error instanceof RefusedWriteError && error.text.includes('EMAIL_EXISTS'))) throw error
    return writer.sendSignIn('signInWithPassword', credentials)
  }
}
