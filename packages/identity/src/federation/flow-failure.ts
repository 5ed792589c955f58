/**
 * Why a sign-in at a provider came to nothing. All but `provider-unavailable` are names that the official client has for
 * the same, without its `auth/`.
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
 * By the codes of `openid-client`. An answer that is none is a provider's own page for its failure, or nothing in time; a
 * discovery document that is another issuer's, or says too little, was set up wrongly.
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
    // The shop's secret was not accepted.
    OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'operation-not-allowed',
  }),
)

/** Tells an error of `openid-client` by what it says of itself: the library is loaded only when it is needed. */
export function toFailure(error: unknown): FlowFailure {
  if (!(error instanceof Error)) return 'internal-error'
  if ('error' in error) return failures.get(error.error) ?? 'internal-error'
  // `fetch` rejects with a TypeError when there was no connection.
  if (error instanceof TypeError || error.cause instanceof TypeError) return 'provider-unavailable'
  return ('code' in error && failuresByCode.get(error.code)) || 'internal-error'
}
