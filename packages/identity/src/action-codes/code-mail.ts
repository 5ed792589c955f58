import type { Account } from '../accounts/account.ts'
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
export function getCodeAccount({ accounts }: Uses<'accounts'>, { purpose, uid, email }: OneTimeCode): Account {
  const account = uid === null ? undefined : accounts.find(uid)
  const isValid = account !== undefined && (purpose === 'RECOVER_EMAIL' || account.email === email)
  if (!isValid) throw new IdentityError('INVALID_OOB_CODE')
  return account
}

/**
 * Checks that a user may have mail sent to an address, and counts it. Call it before the answer depends on whether the address
 * has an account.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED` without a mailer; RateLimitError.
 */
export function requireMail(context: MailContext, email: string, caller: Caller): void {
  const { accounts, audit, devices, isProtected, mailer, attemptLimits } = context
  if (mailer === undefined) throw new IdentityError('OPERATION_NOT_ALLOWED', 'This shop cannot send mail.')
  const uid = accounts.findByEmail(email)?.uid
  try {
    const protectedUid = uid !== undefined && isProtected(uid) ? uid : undefined
    const device = protectedUid === undefined ? undefined : devices.find(protectedUid, caller)
    attemptLimits.sendMail({ email, isProtected: protectedUid !== undefined, device }, caller)
  } catch (error) {
    audit('throttled', caller, { method: 'mail' })
    throw error
  }
}

/**
 * Returns the record of a code to create. It runs in the transaction that stores the code, because the account may have passed
 * to another user since the request was checked. It throws to refuse the request, and returns `undefined` if no e-mail is
 * needed any longer.
 */
export type ToRecord = () => OneTimeCode | undefined

export type MailCode = (context: MailContext, toRecord: ToRecord, caller: Caller, continueUrl?: string) => Promise<void>

/**
 * Creates a code and sends it to the account's user.
 *
 * @throws IdentityError `INVALID_RECIPIENT_EMAIL` if the mailbox does not exist; what the mailer rejects with.
 */
export const mailCode: MailCode = async (context, toRecord, caller, continueUrl) => {
  const created = await createCode(context, toRecord)
  if (created !== undefined) await sendCode(context, created, caller, continueUrl)
}

/**
 * As `mailCode`, but resolves once the code is stored. If it waited for the e-mail, the time or a failure would reveal that the
 * address has an account. A code for an address without an account is stored too, so that it takes as long, but no e-mail is
 * sent.
 */
export const mailCodeInBackground: MailCode = async (context, toRecord, caller, continueUrl) => {
  const created = await createCode(context, toRecord)
  if (created === undefined) return
  const { uid, email } = created.record
  if (uid === null && context.accounts.findByEmail(email) === undefined) return
  sendCode(context, created, caller, continueUrl).catch(auditFailure(context, created.record, caller))
}

interface StoredCode {
  readonly record: OneTimeCode
  readonly code: string
}

function createCode({ atomicallyInGroup, codes }: MailContext, toRecord: ToRecord): Promise<StoredCode | undefined> {
  return atomicallyInGroup(() => {
    const record = toRecord()
    return record && { record, code: codes.create(record) }
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
  { record, code }: StoredCode,
  caller: Caller,
  continueUrl: string | undefined,
): Promise<void> {
  const { purpose, uid, email, newEmail } = record
  const to = purpose === 'VERIFY_AND_CHANGE_EMAIL' && newEmail !== null ? newEmail : email
  const isVerification = purpose.startsWith('VERIFY_') && uid !== null
  const accountCreatedAt = isVerification ? accounts.find(uid)?.createdAt : undefined
  const link = toActionLink(pages, caller.origin, { purpose, code, continueUrl, accountCreatedAt })
  const delivery = await mailer?.send({ kind: actionModes[purpose], to, link, newEmail: newEmail ?? undefined })
  if (delivery === 'refused') throw new IdentityError('INVALID_RECIPIENT_EMAIL')
  audit('code-sent', caller, { uid: uid ?? undefined, method: purpose })
}

/**
 * If an account's address was replaced or removed, writes that to the audit log. Call it once the change is durable. A recovery
 * calls only this: the link of a notice would undo it.
 *
 * @returns whether there was such a change.
 */
export function auditEmailChange({ audit }: Uses<'audit'>, before: Account, after: Account, caller: Caller): boolean {
  const { uid, email, initialEmail } = after
  const isFirstAddress = before.email === null && initialEmail === null
  if (email === before.email || isFirstAddress) return false
  audit('email-changed', caller, { uid })
  return true
}

/**
 * As `auditEmailChange`, and mails a link that undoes a replacement to the replaced address; if that was not verified, to the
 * account's `initialEmail`. Resolves when the link is stored, and never rejects, because the change is already made.
 */
export async function notifyOfEmailChange(
  context: MailContext,
  before: Account,
  after: Account,
  caller: Caller,
): Promise<void> {
  const { uid, email: newEmail, initialEmail } = after
  if (!auditEmailChange(context, before, after, caller)) return
  if (context.mailer === undefined || newEmail === null || initialEmail === null) return
  const email = (before.emailVerified ? before.email : null) ?? initialEmail
  if (email === newEmail || !context.attemptLimits.tryNotify(email)) return
  const purpose = 'RECOVER_EMAIL'
  const toRecord: ToRecord = () => {
    const isStillTheirs = context.accounts.find(uid)?.initialEmail === initialEmail
    return isStillTheirs ? { purpose, uid, email, newEmail } : undefined
  }
  await mailCodeInBackground(context, toRecord, caller).catch(auditFailure(context, { purpose, uid }, caller))
}
