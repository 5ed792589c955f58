import type { Codes } from '../action-codes/code-table.ts'
import type { Mailer } from '../application.ts'
import { IdentityError } from '../errors.ts'

/** A sent link with a one-time code, in the format of the emulator's `oobCodes`. */
export type SentLink = NonNullable<ReturnType<typeof toSentLink>>

/** Enough for any one test; the oldest go first. */
const maxLinks = 1_000

export type SentLinks = ReturnType<typeof createSentLinks>

/** The links of mails, for suites to list. */
export function createSentLinks(codes: Codes) {
  const mailed: URL[] = []
  return {
    /** A mailer that also records the links. */
    recordedBy: (mailer: Mailer): Mailer => ({
      send(mail) {
        mailed.push(new URL(mail.link))
        if (mailed.length > maxLinks) mailed.shift()
        return mailer.send(mail)
      },
    }),
    /** Those that are still valid. */
    list: (): readonly SentLink[] => mailed.flatMap((link) => toSentLink(codes, link) ?? []),
  }
}

/**
 * A link as suites get it: it does at once what it is for, where the page of the mailed one asks first. `undefined` if its code
 * is used up or expired.
 */
function toSentLink(codes: Codes, mailed: URL) {
  const oobCode = mailed.searchParams.get('oobCode') ?? ''
  const oobLink = new URL(mailed)
  oobLink.pathname = '/emulator/action'
  try {
    const { email, newEmail, purpose } = codes.get(oobCode)
    return { email, newEmail: newEmail ?? undefined, requestType: purpose, oobCode, oobLink: oobLink.href }
  } catch (error) {
    if (error instanceof IdentityError) return undefined
    throw error
  }
}
