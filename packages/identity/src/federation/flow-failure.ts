/**
 * Why a sign-in at a provider failed. All except `provider-unavailable` are error codes of the official client, without
 * `auth/`.
 */
export type FlowFailure =
  | 'internal-error'
  | 'no-auth-event'
  | 'operation-not-allowed'
  | 'provider-unavailable'
  | 'user-cancelled'

/** By the errors of RFC 6749, 4.1.2.1 and 5.2, and OpenID Connect Core, 3.1.2.6; any other is `internal-error`. */
const failures: ReadonlyMap<unknown, FlowFailure> = new Map(
  Object.entries<FlowFailure>({
    access_denied: 'user-cancelled',
    invalid_client: 'operation-not-allowed',
    invalid_grant: 'no-auth-event',
    invalid_request: 'operation-not-allowed',
    invalid_scope: 'operation-not-allowed',
    server_error: 'provider-unavailable',
    temporarily_unavailable: 'provider-unavailable',
    unauthorized_client: 'operation-not-allowed',
    unsupported_grant_type: 'operation-not-allowed',
    unsupported_response_type: 'operation-not-allowed',
  }),
)

/**
 * By the codes of `openid-client`. An invalid answer is a provider's own error page or a timeout. A discovery document of
 * another issuer, or an incomplete one, is a configuration error.
 */
const failuresByCode: ReadonlyMap<unknown, FlowFailure> = new Map(
  Object.entries<FlowFailure>({
    OAUTH_HTTP_REQUEST_FORBIDDEN: 'operation-not-allowed',
    OAUTH_INVALID_SERVER_METADATA: 'operation-not-allowed',
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'operation-not-allowed',
    OAUTH_MISSING_SERVER_METADATA: 'operation-not-allowed',
    OAUTH_PARSE_ERROR: 'provider-unavailable',
    OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider-unavailable',
    OAUTH_RESPONSE_IS_NOT_JSON: 'provider-unavailable',
    OAUTH_TIMEOUT: 'provider-unavailable',
    // The client secret was refused.
    OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'operation-not-allowed',
  }),
)

/** Recognises an error of `openid-client` by its fields, because the library is loaded only when needed. */
export function toFailure(error: unknown): FlowFailure {
  if (!(error instanceof Error)) return 'internal-error'
  if ('error' in error) return failures.get(error.error) ?? 'internal-error'
  // `fetch` rejects with a TypeError without a connection.
  if (error instanceof TypeError || error.cause instanceof TypeError) return 'provider-unavailable'
  return ('code' in error && failuresByCode.get(error.code)) || 'internal-error'
}
