import type { Handler } from 'hono'
import { encodeQR } from 'qr'

import type { SearchLimit } from '../catalogue/search-limit.ts'
import { ShopError } from '../domain/errors.ts'
import { isItemId } from '../domain/item.ts'
import { isLanguage, localPath } from '../domain/language.ts'
import { itemPath } from '../domain/page-paths.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import type { PublicShop } from './page.ts'

/** The id of an item, and a language. */
const fileName = /^([^.]+)(?:\.([a-z]+))?\.svg$/

const maxAgeSeconds = 86_400

/**
 * `/qr/:file`, where the file is an item's id with `.svg`, or with a language, as in `.si.svg`: a QR code of the address of its
 * page, whether there is such an item or not. It takes a millisecond or two of the main thread, so it is limited as a search is.
 */
export function createQrCodesHandler(
  shop: () => Pick<PublicShop, 'origin' | 'languages'>,
  limit: SearchLimit,
): Handler<Bindings> {
  return async (context) => {
    const { origin, languages } = shop()
    const [, id = '', language = languages[0]] = fileName.exec(context.req.param('file') ?? '') ?? []
    if (!isItemId(id) || !isLanguage(language)) throw new ShopError('not-found', problems.notFound)
    const code = await limit(context, async () => drawOnWhite(origin + localPath(itemPath(id), language, languages)))
    return context.body(code, 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    })
  }
}

/** A code with the margin that it needs (ISO/IEC 18004, 9.1). Without a ground of its own, it cannot be read on a dark page. */
function drawOnWhite(address: string): string {
  return encodeQR(address, 'svg', { border: 4 }).replace('>', '><rect width="100%" height="100%" fill="#fff"/>')
}
