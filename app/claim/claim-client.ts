import { toApiError, toRecord } from '../api/api-client.ts'
import { FieldsError, LocalizedError } from '../api/localized-error.ts'
import { requestTimeoutMs } from '../api/timeouts.ts'

export interface ClaimRequest {
  /** Of the link. */
  readonly code: string
  readonly email: string
  readonly password: string
}

/**
 * Makes the first owner of the shop. @returns `false` if it has one already.
 *
 * @throws FieldsError if fields are invalid; Error for `errorMessage`.
 */
export async function sendClaim(request: ClaimRequest): Promise<boolean> {
  const response = await post(request)
  if (response.ok) return true
  if (response.status === 409) return false
  const { status, headers } = response
  const body = toRecord(await response.text())
  const error = toApiError({ status, headers, isOk: false, body })
  const fields = (body?.['error'] as { fields?: FieldsError['fields'] } | undefined)?.fields
  throw fields ? new FieldsError(error.message, fields) : error
}

async function post(request: ClaimRequest): Promise<Response> {
  try {
    return await fetch('/api/claim', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
  } catch (cause) {
    throw new LocalizedError(({ problems }) => problems.noConnection, { cause })
  }
}
