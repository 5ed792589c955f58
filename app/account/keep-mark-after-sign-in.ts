import type { PublicIdentity } from '../../src/pages/page.ts'
import { withTimeout } from '../api/timeouts.ts'
import { fetchMe } from '../session/fetch-me.ts'
import { openSession } from '../session/session.ts'

/** How long signing in waits to learn whether the user is an owner, in milliseconds. The pages for owners ask again. */
const afterSignInMs = 2_000

/** Keeps the owner mark of a user who has just signed in, if the server answers soon. */
export async function keepMarkAfterSignIn(identity: PublicIdentity): Promise<void> {
  await withTimeout(
    afterSignInMs,
    fetchMe(openSession(identity)).catch(() => undefined),
  )
}
