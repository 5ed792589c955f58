import { isTooManyBytes, readText as readBoundedText } from '@stockinette/bounded-read/bounded-read.ts'

import type { Log } from '../application.ts'
import { failureCodeOf, ServiceError } from '../errors.ts'

/** The maximum size of a request's body. */
const maxBodyBytes = 64 * 1024

/**
 * Reads the text of a request's body.
 *
 * @throws ServiceError `body-too-large` as soon as there is too much, and the rest is not read; `invalid-request` when the
 * client disconnects, which is not logged.
 */
export async function readText(request: Request): Promise<string> {
  try {
    return await readBoundedText(request, maxBodyBytes)
  } catch (cause) {
    if (isTooManyBytes(cause)) throw new ServiceError('body-too-large', 'That is too much at once: 64 KB at most.')
    throw new ServiceError('invalid-request', 'The body broke off.', { cause })
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid-request', 'The body must be JSON.', { cause })
  }
}

/** The text for users about a failure, by its `code` (`failureCodeOf`). */
export type DescribeError = (error: Error) => string

const statuses: Readonly<Record<string, number>> = {
  'body-too-large': 413,
  'invalid-request': 400,
  'method-not-allowed': 405,
  'not-found': 404,
  'other-origin': 403,
  'provider-unavailable': 503,
  'storage-unavailable': 503,
  'too-many-requests': 429,
}

export const internalError = new ServiceError('internal', 'Something went wrong on our side. Please try again.')

/** The answer to a failure outside the protocol: `{ error: { code, message } }`. Failures of the service are logged. */
export function errorResponse(error: unknown, describeError: DescribeError, log: Log): Response {
  const known = error instanceof Error && Object.hasOwn(statuses, failureCodeOf(error) ?? '') ? error : internalError
  const code = failureCodeOf(known) ?? 'internal'
  const status = statuses[code] ?? 500
  if (status >= 500) log.error({ err: error }, code)
  const { allowed, retryAfterSeconds } = known as { allowed?: readonly string[]; retryAfterSeconds?: number }
  const headers = {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(allowed && { Allow: allowed.join(', ') }), // RFC 9110, 15.5.6
    ...(status === 413 && { Connection: 'close' }), // The rest of the body is not read.
  }
  return Response.json({ error: { code, message: describeError(known) } }, { status, headers })
}
