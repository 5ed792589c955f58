import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import type { AuditDetails } from './audit.ts'

/** Runs `signIn`, and writes its refusals to the audit log. */
export async function auditRefusal<T>(
  { audit }: IdentityContext,
  caller: Caller,
  who: Pick<AuditDetails, 'uid' | 'method'>,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof IdentityError) audit('sign-in-refused', caller, { ...who, reason: error.code })
    throw error
  }
}
