import { IdentityError } from '../errors.ts'

/**
 * Signing in by phone, which is not supported.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED`.
 */
export async function refusePhone(): Promise<never> {
  throw new IdentityError('OPERATION_NOT_ALLOWED', 'Signing in by telephone is not enabled.')
}

/**
 * Second factors, which are not supported.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED`.
 */
export async function refuseSecondFactor(): Promise<never> {
  throw new IdentityError('OPERATION_NOT_ALLOWED', 'Second factors are not enabled.')
}
