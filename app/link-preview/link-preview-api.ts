import type { LinkPreview } from '../../src/domain/link-preview.ts'
import { askShop, refusalOf } from '../api/api-client.ts'
import type { Asking } from '../api/api-client.ts'

/** How a piece's link looks in WhatsApp, as it is served now. @throws Error for people. */
export async function askLinkPreview(asking: Asking, id: string): Promise<LinkPreview> {
  const answer = await askShop(asking, { method: 'GET', path: `/api/items/${id}/preview` })
  if (!answer.isOk) throw refusalOf(answer)
  return answer.body as unknown as LinkPreview
}
