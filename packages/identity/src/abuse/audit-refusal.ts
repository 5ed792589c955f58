import type { Client } from '../caller.ts'
import type { Service } from '../context.ts'
import { IdentityError } from '../errors.ts'
import type { AuditDetails } from './audit.ts'

/** `signIn`, with a line in the audit trail when the answer is no. */
export async function auditRefusal<T>(
  { audit }: Service,
  client: Client,
  who: Pick<AuditDetails, 'uid' | 'method'>,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    if (error instanceof IdentityError) audit('sign-in-refused', client, { ...who, reason: error.code })
    throw error
  }
}
