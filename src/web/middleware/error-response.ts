import { createRepeatedLines } from '@stockinette/rate-limit/repeated-lines.ts'
import { HTTPException } from 'hono/http-exception'

import { type ErrorCode, errorStatuses, isShopError, ShopError } from '../../domain/errors.ts'
import { isInvalidInput } from '../../domain/invalid-input.ts'
import type { Log } from '../../log.ts'
import { describeError } from '../../messages/describe-error.ts'
import { describeInvalidInput } from '../../messages/describe-invalid-input.ts'
import { english } from '../../messages/english.ts'

/** Logs an error that is the shop's fault. */
export type LogFault = (error: unknown, code: ErrorCode) => void

/** Logs each internal error, and of errors that many requests have at the same time one of each code a minute. */
export function createFaultLog(log: Log): LogFault {
  const takeLine = createRepeatedLines()
  return (error, code) => {
    if (code === 'shop-busy') return // An attack would fill the log.
    const added = code === 'internal' ? {} : takeLine(code)
    if (added) log.error({ err: error, ...added }, code)
  }
}

/**
 * The JSON response for an error: `{ error: { code, message, fields? } }`, with additional `headers`. Internal errors
 * are logged and not described.
 */
export function toErrorResponse(
  error: unknown,
  logFault: LogFault,
  headers: Readonly<Record<string, string>>,
): Response {
  const problem = toShopError(error)
  const status = errorStatuses[problem.code]
  if (status >= 500) logFault(error, problem.code)
  const { code, fields, retryAfterSeconds, allowed } = problem
  const message = describeError(problem)
  return Response.json(
    { error: { code, message, ...(fields && { fields }) } },
    {
      status,
      headers: {
        ...headers,
        ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
        ...(allowed && { Allow: allowed.join(', ') }), // RFC 9110, 15.5.6
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      },
    },
  )
}

function toShopError(error: unknown): ShopError {
  if (isInvalidInput(error)) {
    const { message, fields } = describeInvalidInput(error, english)
    return new ShopError(error.code, message, { fields })
  }
  if (isShopError(error) && Object.hasOwn(errorStatuses, error.code)) return error
  if (error instanceof HTTPException && error.status < 500) return new ShopError('invalid-request', error.message)
  return new ShopError('internal', english.problems.internal)
}
