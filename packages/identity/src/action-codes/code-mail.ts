import { actionModes } from '../../../../src/domain/action-codes.ts'
import { isShopError } from '../../../../src/domain/errors.ts'
import type { Account } from '../accounts/account.ts'
import type { Client } from '../caller.ts'
import type { Service } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { toActionLink } from './action-link.ts'
import type { OneTimeCode } from './code-table.ts'

/**
 * To be called before an account is looked at, so that it is the same answer for each.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED` for a shop without a mail server; ShopError `too-many-requests`.
 */
export function requireMail(service: Service, email: string, client: Client): void {
  const { accounts, audit, isProtected, mailer, throttle } = service
  if (mailer === undefined) throw new IdentityError('OPERATION_NOT_ALLOWED', 'This shop cannot send mail.')
  const uid = accounts.findByEmail(email)?.uid
  try {
    throttle.mail({ email, isProtected: uid !== undefined && isProtected(uid) }, client)
  } catch (error) {
    audit('throttled', client, { method: 'mail' })
    throw error
  }
}

/**
 * Tells what the code is for, in the transaction that keeps it: the account may have passed to somebody else since the
 * request was checked. It throws what the request is refused with; `undefined` when there is no reason for a mail any more.
 */
type ToCode = () => OneTimeCode | undefined

/**
 * Makes a code and sends it to whom it is for.
 *
 * @throws IdentityError `INVALID_RECIPIENT_EMAIL` when there is no such mailbox; ShopError `mail-unavailable`.
 */
export async function mailCode(service: Service, toCode: ToCode, client: Client, continueUrl?: string): Promise<void> {
  const kept = await keepCode(service, toCode)
  if (kept !== undefined) await sendCode(service, kept.code, kept.text, client, continueUrl)
}

/**
 * As `mailCode`, but without anybody waiting for more than that the code is kept: how long a mail takes, and what becomes
 * of it, would tell whether there is one. There is none for a code of no account, after the same work as for one.
 */
export async function mailCodeUnseen(
  service: Service,
  toCode: ToCode,
  client: Client,
  continueUrl?: string,
): Promise<void> {
  const kept = await keepCode(service, toCode)
  if (kept === undefined || kept.code.uid === null) return
  sendCode(service, kept.code, kept.text, client, continueUrl).catch(auditFailure(service, kept.code, client))
}

function keepCode({ atomicallyInGroup, codes }: Service, toCode: ToCode) {
  return atomicallyInGroup(() => {
    const code = toCode()
    return code && { code, text: codes.create(code) }
  })
}

function auditFailure({ audit }: Service, { uid, purpose }: Pick<OneTimeCode, 'uid' | 'purpose'>, client: Client) {
  return (error: unknown): void => {
    const reason = error instanceof IdentityError || isShopError(error) ? error.code : 'internal'
    audit('mail-failed', client, { uid: uid ?? undefined, method: purpose, reason })
  }
}

async function sendCode(
  { mailer, audit, onLink }: Service,
  { purpose, uid, email, newEmail }: OneTimeCode,
  text: string,
  client: Client,
  continueUrl: string | undefined,
): Promise<void> {
  const to = purpose === 'VERIFY_AND_CHANGE_EMAIL' && newEmail !== null ? newEmail : email
  const link = toActionLink(client, purpose, text, continueUrl)
  onLink?.({ email, newEmail: newEmail ?? undefined, requestType: purpose, oobCode: text, oobLink: link })
  const delivery = await mailer?.send({ kind: actionModes[purpose], to, link, newEmail: newEmail ?? undefined })
  if (delivery === 'refused') throw new IdentityError('INVALID_RECIPIENT_EMAIL')
  audit('code-sent', client, { uid: uid ?? undefined, method: purpose })
}

/**
 * When an account has another address than before, or none: writes it to the audit trail, and tells the owner of the
 * first verified one, with a link that undoes it. To be called once the change is durable. Waits for the link to be kept,
 * and never rejects: the change is made.
 */
export async function tellOfChange(service: Service, before: Account, after: Account, client: Client): Promise<void> {
  const { uid, email: newEmail, initialEmail } = after
  const isFirst = before.email === null && initialEmail === null
  if (newEmail === before.email || isFirst) return // The first address of all is nobody's loss.
  service.audit('email-changed', client, { uid })
  if (service.mailer === undefined || newEmail === null || initialEmail === null || initialEmail === newEmail) return
  if (!service.throttle.mayTell(initialEmail)) return
  const purpose = 'RECOVER_EMAIL'
  const toCode: ToCode = () => {
    const isStillFormer = service.accounts.find(uid)?.initialEmail === initialEmail
    return isStillFormer ? { purpose, uid, email: initialEmail, newEmail } : undefined
  }
  await mailCodeUnseen(service, toCode, client).catch(auditFailure(service, { purpose, uid }, client))
}
