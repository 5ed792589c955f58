import type { LinkPreview } from '../../src/domain/link-preview.ts'
import { apiFetch, toApiError, type TokenSource } from '../api/api-client.ts'

/** The link preview of an item as WhatsApp would show it now. @throws Error for `errorMessage`. */
export async function fetchLinkPreview(tokenSource: TokenSource, id: string): Promise<LinkPreview> {
  const response = await apiFetch(tokenSource, { method: 'GET', path: `/api/items/${id}/preview` })
  if (!response.isOk) throw toApiError(response)
  return response.body as unknown as LinkPreview
}
