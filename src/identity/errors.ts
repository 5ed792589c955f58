/**
 * What the identity service refuses, by the names that the official client knows
 * (`SERVER_ERROR_MAP` in firebase-js-sdk, packages/auth/src/api/errors.ts).
 *
 * `USER_NOT_FOUND` and `TOKEN_EXPIRED` end the client's session, so they are for credentials that will never be good
 * again. A fault of ours is never an IdentityError.
 */
export type IdentityErrorCode =
  | 'INVALID_ARGUMENT'
  | 'INVALID_GRANT_TYPE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_REFRESH_TOKEN'
  | 'MISSING_GRANT_TYPE'
  | 'MISSING_ID_TOKEN'
  | 'MISSING_REFRESH_TOKEN'
  | 'OPERATION_NOT_ALLOWED'
  | 'TOKEN_EXPIRED'
  | 'UNSUPPORTED_TENANT_OPERATION'
  | 'USER_NOT_FOUND'

/** The service's "no" to a request. `message` is what goes over the wire: the code, then words if there are any. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, words?: string, options?: ErrorOptions) {
    super(words === undefined ? code : `${code} : ${words}`, options)
    this.code = code
  }
}
