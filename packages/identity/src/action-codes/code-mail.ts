import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { failureCodeOf, IdentityError } from '../errors.ts'
import { toActionLink } from './action-link.ts'
import { actionModes, type OneTimeCode } from './code-table.ts'

export type MailContext = Uses<
  | 'accounts'
  | 'atomicallyInGroup'
  | 'attemptLimits'
  | 'audit'
  | 'codes'
  | 'devices'
  | 'isProtected'
  | 'mailer'
  | 'pages'
>

/**
 * The account that a code was sent to.
 *
 * @throws IdentityError `INVALID_OOB_CODE` if the account was deleted, or has another address by now: the code was for the
 * reader of the old one. A code to recover an address is valid until the account passes to another user.
 */
export function getCodeAccount(
  { accounts }: { readonly accounts: Accounts },
  { purpose, uid, email }: OneTimeCode,
): Account {
  const account = uid === null ? undefined : accounts.find(uid)
  const isValid = account !== undefined && (purpose === 'RECOVER_EMAIL' || account.email === email)
  if (!isValid) throw new IdentityError('INVALID_OOB_CODE')
  return account
}

/**
 * Call it before looking up an account, so that the answer does not depend on it.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED` without a mailer; RateLimitError.
 */
export function requireMail(context: MailContext, email: string, caller: Caller): void {
  const { accounts, audit, devices, isProtected, mailer, attemptLimits } = context
  if (mailer === undefined) throw new IdentityError('OPERATION_NOT_ALLOWED', 'This shop cannot send mail.')
  const uid = accounts.findByEmail(email)?.uid
  try {
    const protectedUid = uid !== undefined && isProtected(uid) ? uid : undefined
    const device = protectedUid && devices.find(protectedUid, caller)
    attemptLimits.sendMail({ email, isProtected: protectedUid !== undefined, device }, caller)
  } catch (error) {
    audit('throttled', caller, { method: 'mail' })
    throw error
  }
}

/**
 * Returns the code to store. It runs in the transaction that stores it, because the account may have passed to another user
 * since the request was checked. It throws to refuse the request, and returns `undefined` if no e-mail is needed any more.
 */
type CreateCode = () => OneTimeCode | undefined

/**
 * Creates a code and sends it to the account's user.
 *
 * @throws IdentityError `INVALID_RECIPIENT_EMAIL` if the mailbox does not exist; what the mailer rejects with.
 */
export async function mailCode(
  context: MailContext,
  toCode: CreateCode,
  caller: Caller,
  continueUrl?: string,
): Promise<void> {
  const kept = await keepCode(context, toCode)
  if (kept !== undefined) await sendCode(context, kept.code, kept.text, caller, continueUrl)
}

/**
 * As `mailCode`, but resolves once the code is stored: how long the e-mail takes, or whether it fails, would reveal whether
 * there is one. A code without an account costs the same work, but sends no e-mail.
 */
export async function mailCodeInBackground(
  context: MailContext,
  toCode: CreateCode,
  caller: Caller,
  continueUrl?: string,
): Promise<void> {
  const kept = await keepCode(context, toCode)
  if (kept === undefined || kept.code.uid === null) return
  sendCode(context, kept.code, kept.text, caller, continueUrl).catch(auditFailure(context, kept.code, caller))
}

function keepCode({ atomicallyInGroup, codes }: MailContext, toCode: CreateCode) {
  return atomicallyInGroup(() => {
    const code = toCode()
    return code && { code, text: codes.create(code) }
  })
}

function auditFailure({ audit }: MailContext, { uid, purpose }: Pick<OneTimeCode, 'uid' | 'purpose'>, caller: Caller) {
  return (error: unknown): void => {
    const reason = error instanceof IdentityError ? error.code : (failureCodeOf(error) ?? 'internal')
    audit('mail-failed', caller, { uid: uid ?? undefined, method: purpose, reason })
  }
}

async function sendCode(
  { accounts, mailer, audit, pages }: MailContext,
  { purpose, uid, email, newEmail }: OneTimeCode,
  text: string,
  caller: Caller,
  continueUrl: string | undefined,
): Promise<void> {
  const to = purpose === 'VERIFY_AND_CHANGE_EMAIL' && newEmail !== null ? newEmail : email
  const isToConfirm = purpose === 'VERIFY_EMAIL' && uid !== null
  const accountCreatedAt = isToConfirm ? accounts.find(uid)?.createdAt : undefined
  const link = toActionLink(pages, caller.origin, { purpose, code: text, continueUrl, accountCreatedAt })
  const delivery = await mailer?.send({ kind: actionModes[purpose], to, link, newEmail: newEmail ?? undefined })
  if (delivery === 'refused') throw new IdentityError('INVALID_RECIPIENT_EMAIL')
  audit('code-sent', caller, { uid: uid ?? undefined, method: purpose })
}

/**
 * If an account's address has changed or was removed, writes that to the audit log, and notifies the replaced address with a
 * link that undoes the change; if that was not verified, the last verified one. Call it once the change is durable. Resolves
 * when the link is stored, and never rejects, because the change is already made.
 */
export async function notifyOfEmailChange(
  context: MailContext,
  before: Account,
  after: Account,
  caller: Caller,
): Promise<void> {
  const { uid, email: newEmail, initialEmail } = after
  const isFirst = before.email === null && initialEmail === null
  if (newEmail === before.email || isFirst) return // Nobody loses anything by the first address.
  context.audit('email-changed', caller, { uid })
  // After a recovery, the replaced address gets no notice: its link would undo the recovery.
  if (context.mailer === undefined || newEmail === null || initialEmail === null) return
  const email = (before.emailVerified ? before.email : null) ?? initialEmail
  if (email === newEmail) return
  if (!context.attemptLimits.tryNotify(email)) return
  const purpose = 'RECOVER_EMAIL'
  const toCode: CreateCode = () => {
    const isUnchanged = context.accounts.find(uid)?.initialEmail === initialEmail
    return isUnchanged ? { purpose, uid, email, newEmail } : undefined
  }
  await mailCodeInBackground(context, toCode, caller).catch(auditFailure(context, { purpose, uid }, caller))
}
