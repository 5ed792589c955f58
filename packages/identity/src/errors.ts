/**
 * Why a request is refused, by the names of the official client
 * (`SERVER_ERROR_MAP` in firebase-js-sdk, packages/auth/src/api/errors.ts) and of Google's Auth emulator.
 *
 * `USER_NOT_FOUND`, `TOKEN_EXPIRED` and `USER_DISABLED` end the client's session, so they are only for credentials that will
 * never be valid again. A failure of the service is never an IdentityError.
 */
export type IdentityErrorCode =
  | 'ADMIN_ONLY_OPERATION'
  | 'CLAIMS_TOO_LARGE'
  | 'CREDENTIAL_MISMATCH'
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'DUPLICATE_LOCAL_ID'
  | 'EMAIL_EXISTS'
  | 'EMAIL_NOT_FOUND'
  | 'EXPIRED_OOB_CODE'
  | 'FEDERATED_USER_ID_ALREADY_LINKED'
  | 'FORBIDDEN_CLAIM'
  | 'INSUFFICIENT_PERMISSION'
  | 'INVALID_ARGUMENT'
  | 'INVALID_CLAIMS'
  | 'INVALID_CONTINUE_URI'
  | 'INVALID_CREDENTIAL_OR_PROVIDER_ID'
  | 'INVALID_CUSTOM_TOKEN'
  | 'INVALID_EMAIL'
  | 'INVALID_GRANT_TYPE'
  | 'INVALID_IDENTIFIER'
  | 'INVALID_IDP_RESPONSE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_OOB_CODE'
  | 'INVALID_PASSWORD'
  | 'INVALID_PENDING_TOKEN'
  | 'INVALID_PROVIDER_ID'
  | 'INVALID_RECIPIENT_EMAIL'
  | 'INVALID_REFRESH_TOKEN'
  | 'INVALID_REQUEST_URI'
  | 'INVALID_REQ_TYPE'
  | 'MISSING_CONTINUE_URI'
  | 'MISSING_CUSTOM_TOKEN'
  | 'MISSING_EMAIL'
  | 'MISSING_GRANT_TYPE'
  | 'MISSING_IDENTIFIER'
  | 'MISSING_ID_TOKEN'
  | 'MISSING_NEW_EMAIL'
  | 'MISSING_OOB_CODE'
  | 'MISSING_OR_INVALID_NONCE'
  | 'MISSING_PASSWORD'
  | 'MISSING_REFRESH_TOKEN'
  | 'MISSING_REQUEST_URI'
  | 'MISSING_REQ_TYPE'
  | 'MISSING_TOKEN'
  | 'OPERATION_NOT_ALLOWED'
  | 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'
  | 'PASSWORD_TOO_WEAK'
  | 'PROVIDER_ALREADY_LINKED'
  | 'TOKEN_EXPIRED'
  | 'UNAUTHORIZED_DOMAIN'
  | 'UNEXPECTED_PARAMETER'
  | 'UNSUPPORTED_TENANT_OPERATION'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD'

/** Refuses a request. `message` is sent to the client: the code, and a text if there is one. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, words?: string, options?: ErrorOptions) {
    super(words === undefined ? code : `${code} : ${words}`, options)
    this.code = code
  }
}

/** Refusals and failures outside the protocol. */
export type ServiceErrorCode =
  | 'body-too-large'
  | 'busy'
  | 'internal'
  | 'invalid-request'
  | 'method-not-allowed'
  | 'not-found'
  | 'other-origin'
  | 'provider-unavailable'

/** Recognise it by `code`. Its message is for developers; `FetchHandlerOptions.describeError` has texts for users. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ServiceErrorCode
  /** The allowed HTTP methods, for `method-not-allowed`. */
  readonly allowed: readonly string[] | undefined

  constructor(code: ServiceErrorCode, message: string, options: ErrorOptions & { allowed?: readonly string[] } = {}) {
    super(message, options)
    this.code = code
    this.allowed = options.allowed
  }
}

/**
 * The code of a known failure: of this service, the storage (`storage-unavailable`), a rate limit (`too-many-requests`) or
 * the mailer (`mail-unavailable`). These codes are lower case, unlike those of Node and of libraries.
 */
export function failureCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return /^[a-z-]+$/.test(error.code) ? error.code : undefined
}
