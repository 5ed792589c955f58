import type { Account } from '../accounts/account.ts'
import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { failureCodeOf, IdentityError } from '../errors.ts'
import { toActionLink } from './action-link.ts'
import { actionModes } from './action-modes.ts'
import type { OneTimeCode } from './code-table.ts'

/**
 * To be called before an account is looked at, so that it is the same answer for each.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED` for a shop without a mail server; RateLimitError.
 */
export function requireMail(context: IdentityContext, email: string, caller: Caller): void {
  const { accounts, audit, isProtected, mailer, throttle } = context
  if (mailer === undefined) throw new IdentityError('OPERATION_NOT_ALLOWED', 'This shop cannot send mail.')
  const uid = accounts.findByEmail(email)?.uid
  try {
    throttle.sendMail({ email, isProtected: uid !== undefined && isProtected(uid) }, caller)
  } catch (error) {
    audit('throttled', caller, { method: 'mail' })
    throw error
  }
}

/**
 * Tells what the code is for, in the transaction that keeps it: the account may have passed to somebody else since the
 * request was checked. It throws what the request is refused with; `undefined` when there is no reason for a mail any more.
 */
type CreateCode = () => OneTimeCode | undefined

/**
 * Makes a code and sends it to whom it is for.
 *
 * @throws IdentityError `INVALID_RECIPIENT_EMAIL` when there is no such mailbox; what the mailer rejects with.
 */
export async function mailCode(
  context: IdentityContext,
  toCode: CreateCode,
  caller: Caller,
  continueUrl?: string,
): Promise<void> {
  const kept = await keepCode(context, toCode)
  if (kept !== undefined) await sendCode(context, kept.code, kept.text, caller, continueUrl)
}

/**
 * As `mailCode`, but without anybody waiting for more than that the code is kept: how long a mail takes, and what becomes
 * of it, would tell whether there is one. There is none for a code of no account, after the same work as for one.
 */
export async function mailCodeInBackground(
  context: IdentityContext,
  toCode: CreateCode,
  caller: Caller,
  continueUrl?: string,
): Promise<void> {
  const kept = await keepCode(context, toCode)
  if (kept === undefined || kept.code.uid === null) return
  sendCode(context, kept.code, kept.text, caller, continueUrl).catch(auditFailure(context, kept.code, caller))
}

function keepCode({ atomicallyInGroup, codes }: IdentityContext, toCode: CreateCode) {
  return atomicallyInGroup(() => {
    const code = toCode()
    return code && { code, text: codes.create(code) }
  })
}

function auditFailure(
  { audit }: IdentityContext,
  { uid, purpose }: Pick<OneTimeCode, 'uid' | 'purpose'>,
  caller: Caller,
) {
  return (error: unknown): void => {
    const reason = error instanceof IdentityError ? error.code : (failureCodeOf(error) ?? 'internal')
    audit('mail-failed', caller, { uid: uid ?? undefined, method: purpose, reason })
  }
}

async function sendCode(
  { mailer, audit, onLink, pages }: IdentityContext,
  { purpose, uid, email, newEmail }: OneTimeCode,
  text: string,
  caller: Caller,
  continueUrl: string | undefined,
): Promise<void> {
  const to = purpose === 'VERIFY_AND_CHANGE_EMAIL' && newEmail !== null ? newEmail : email
  const link = toActionLink(pages, caller.origin, { purpose, code: text, continueUrl })
  onLink?.({ email, newEmail: newEmail ?? undefined, requestType: purpose, oobCode: text, oobLink: link })
  const delivery = await mailer?.send({ kind: actionModes[purpose], to, link, newEmail: newEmail ?? undefined })
  if (delivery === 'refused') throw new IdentityError('INVALID_RECIPIENT_EMAIL')
  audit('code-sent', caller, { uid: uid ?? undefined, method: purpose })
}

/**
 * When an account has another address than before, or none: writes it to the audit trail, and tells the owner of the
 * first verified one, with a link that undoes it. To be called once the change is durable. Waits for the link to be kept,
 * and never rejects: the change is made.
 */
export async function notifyOfEmailChange(
  context: IdentityContext,
  before: Account,
  after: Account,
  caller: Caller,
): Promise<void> {
  const { uid, email: newEmail, initialEmail } = after
  const isFirst = before.email === null && initialEmail === null
  if (newEmail === before.email || isFirst) return // The first address of all is nobody's loss.
  context.audit('email-changed', caller, { uid })
  if (context.mailer === undefined || newEmail === null || initialEmail === null || initialEmail === newEmail) return
  if (!context.throttle.tryNotify(initialEmail)) return
  const purpose = 'RECOVER_EMAIL'
  const toCode: CreateCode = () => {
    const isStillFormer = context.accounts.find(uid)?.initialEmail === initialEmail
    return isStillFormer ? { purpose, uid, email: initialEmail, newEmail } : undefined
  }
  await mailCodeInBackground(context, toCode, caller).catch(auditFailure(context, { purpose, uid }, caller))
}
