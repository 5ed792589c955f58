import { describeAuthError } from '../account/auth-errors.ts'
import { LocalizedError, RefusedFieldsError } from './localized-error.ts'
import { requestTimeoutMs } from './timeouts.ts'

/** Where a request's ID token comes from. */
export interface TokenSource {
  /**
   * A valid ID token. Rejects with an error for `describeAuthError`.
   *
   * @param options.renew gets a new one, because the server refused the last one.
   */
  idToken(options?: { renew: boolean }): Promise<string>
}

export interface ApiRequest {
  readonly method: string
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of JSON. */
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
  /** The item's version that the change is based on (`If-Match`). */
  readonly version?: string
  /** The server carries out repeated requests with the same key only once. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export interface ApiResponse {
  readonly status: number
  readonly isOk: boolean
  readonly headers: Headers
  /** `undefined` if it is not a JSON object. */
  readonly body: Record<string, unknown> | undefined
}

/**
 * Sends a request to the shop's API as the signed-in user; again with a new ID token, if the server refuses the first.
 *
 * @throws LocalizedError if there is no response, or no ID token.
 */
export async function apiFetch(session: TokenSource, request: ApiRequest): Promise<ApiResponse> {
  const response = await sendRequest(request, await getToken(session))
  return response.status === 401 ? sendRequest(request, await getToken(session, { renew: true })) : response
}

/**
 * Sends a request as {@link apiFetch} does, and expects that it is carried out.
 *
 * @returns the response's body. @throws RefusedFieldsError if fields are invalid; Error for `errorMessage`.
 */
export async function callApi<Body>(session: TokenSource, request: ApiRequest): Promise<Body> {
  const response = await apiFetch(session, request)
  if (!response.isOk) throw toApiError(response)
  return response.body as Body
}

/** The error of a failed response: a RefusedFieldsError if fields are invalid. */
export function toApiError({ body }: ApiResponse): Error {
  const error = body?.['error']
  if (!isRecord(error) || typeof error['message'] !== 'string') {
    return new LocalizedError(({ create }) => create.badAnswer)
  }
  const { message, fields } = error
  return fields ? new RefusedFieldsError(message, fields as RefusedFieldsError['fields']) : new Error(message)
}

function getToken(session: TokenSource, options?: { renew: boolean }): Promise<string> {
  return session.idToken(options).catch((cause: unknown) => {
    throw new LocalizedError((messages) => describeAuthError(cause, messages).message, { cause })
  })
}

/**
 * Sends a request to the shop's API.
 *
 * @param idToken left out for a request that needs no user.
 * @throws LocalizedError if there is no response.
 */
export async function sendRequest(
  { method, path, body, bytes, headers, version, idempotencyKey, signal }: ApiRequest,
  idToken?: string,
): Promise<ApiResponse> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(idToken !== undefined && { Authorization: `Bearer ${idToken}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': `"${idempotencyKey}"` }),
        ...headers,
      },
      body: body === undefined ? (bytes ?? null) : JSON.stringify(body),
      signal: orTimedOut(signal),
    })
    return {
      status: response.status,
      isOk: response.ok,
      headers: response.headers,
      body: toRecord(await response.text()),
    }
  } catch (cause) {
    throw new LocalizedError(({ problems }) => problems.noConnection, { cause })
  }
}

/** Is aborted after the time for a request, and earlier with `signal`. Safari before 17.4 has no `AbortSignal.any`. */
function orTimedOut(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  if (!signal) return timeout
  const either = new AbortController()
  for (const each of [signal, timeout]) {
    each.addEventListener('abort', () => either.abort(each.reason), { signal: either.signal })
    if (each.aborted) either.abort(each.reason)
  }
  return either.signal
}

/** @returns `undefined` if it is not a JSON object. */
function toRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined // No body, or the response of a proxy.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
