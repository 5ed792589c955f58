import { z } from 'zod'

import { IdentityError } from './errors.ts'
import type { IdentityErrorCode } from './errors.ts'

/** A field of text that may be left out. Protocol buffers' JSON has `null` stand for a field that is not there. */
export const optionalText = z.string().nullish()

/** A whole number of 64 bits, as text or as a number. (protobuf.dev/programming-guides/json) */
export const int64 = z.union([z.string().refine(isInt64), z.int()]).nullish()

function isInt64(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

/** What an account says of itself is in each of its tokens: Firebase's own bounds. (identity-platform: REST, accounts.update) */
export const displayName = z.string().max(256).nullish()
export const photoUrl = z.string().max(2048).nullish()

/**
 * Reads the fields that a method knows and passes over all others, as clients send more than is documented.
 *
 * @throws IdentityError `INVALID_ARGUMENT`, naming the first field that is wrong.
 */
export function parseRequest<T>(shape: z.ZodType<T>, input: unknown): T {
  const result = shape.safeParse(input)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || 'The request'
  throw new IdentityError('INVALID_ARGUMENT', `${field}: ${issue?.message}`)
}

/** @throws IdentityError `missing` when there is no text. */
export function required(text: string | null | undefined, missing: IdentityErrorCode): string {
  if (!text) throw new IdentityError(missing)
  return text
}

/** @throws IdentityError `INSUFFICIENT_PERMISSION`: only administrators name a project, and none come this way. */
export function refuseTargetProject({ targetProjectId }: { targetProjectId?: string | null | undefined }): void {
  if (!targetProjectId) return
  throw new IdentityError('INSUFFICIENT_PERMISSION', 'Only authenticated requests can specify target_project_id.')
}

/** @throws IdentityError `UNSUPPORTED_TENANT_OPERATION`: there are no tenants here. */
export function refuseTenant({ tenantId }: { tenantId?: string | null | undefined }): void {
  if (tenantId) throw new IdentityError('UNSUPPORTED_TENANT_OPERATION')
}
