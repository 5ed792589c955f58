import { sendRequest, toApiError } from '../api/api-client.ts'

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
  const response = await sendRequest({ method: 'POST', path: '/api/claim', body: request })
  if (response.isOk) return true
  if (response.status === 409) return false
  throw toApiError(response)
}
