import { IdentityError } from '../errors.ts'

/**
 * Signing in by telephone, which the shop has nobody to send messages for.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED`.
 */
export async function refusePhone(): Promise<never> {
  throw new IdentityError('OPERATION_NOT_ALLOWED', 'Signing in by telephone is not enabled.')
}

/**
 * A second factor.
 *
 * @throws IdentityError `OPERATION_NOT_ALLOWED`.
 */
export async function refuseSecondFactor(): Promise<never> {
  throw new IdentityError('OPERATION_NOT_ALLOWED', 'Second factors are not enabled.')
}
