import { z } from 'zod'

import { IdentityError, type IdentityErrorCode } from './errors.ts'

/** An optional text. `null` means a missing field in protocol buffers' JSON. */
export const optionalText = z.string().nullish()

/** Profile fields, which are in each ID token; limits as in Firebase. (identity-platform: REST, accounts.update) */
export const displayName = z.string().max(256).nullish()
export const photoUrl = z.string().max(2048).nullish()

/** Fields for which only administrators are answered. Each method has those of them that Firebase looks at. */
interface AdministratorFields {
  readonly targetProjectId?: unknown
  readonly tenantId?: unknown
}

/**
 * Parses the known fields of a request. Others are ignored, because clients send undocumented ones.
 *
 * @throws IdentityError `INVALID_ARGUMENT` with the first invalid field; `INSUFFICIENT_PERMISSION` with a project, and
 * `UNSUPPORTED_TENANT_OPERATION` with a tenant: tenants are not supported.
 */
export function parseRequest<T extends object>(shape: z.ZodType<T>, input: unknown): T {
  const result = shape.safeParse(input)
  if (!result.success) {
    const [issue] = result.error.issues
    const field = issue?.path.join('.') || 'The request'
    throw new IdentityError('INVALID_ARGUMENT', `${field}: ${issue?.message}`)
  }
  const { targetProjectId, tenantId }: AdministratorFields = result.data
  if (targetProjectId) {
    throw new IdentityError('INSUFFICIENT_PERMISSION', 'Only authenticated requests can specify target_project_id.')
  }
  if (tenantId) throw new IdentityError('UNSUPPORTED_TENANT_OPERATION')
  return result.data
}

/** @throws IdentityError `missing` if the text is missing or empty. */
export function required(text: string | null | undefined, missing: IdentityErrorCode): string {
  if (!text) throw new IdentityError(missing)
  return text
}
