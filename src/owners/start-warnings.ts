import { isOwnNumber } from '../domain/contact/own-number.ts'
import { managePath } from '../domain/page-paths.ts'
import type { ShopSettings } from '../domain/shop-settings.ts'
import type { Owners } from './owners.ts'

const command = 'npm run shop -- owner add EMAIL'

/**
 * Warns on stderr when a shop on the internet has no owner, or no WhatsApp number of its own.
 *
 * @param origin the public origin; `undefined` in a preview environment.
 * @throws as `Owners.list`.
 */
export async function warnOfMissing(
  origin: string | undefined,
  { whatsapp, whoMayAdd }: Pick<ShopSettings, 'whatsapp' | 'whoMayAdd'>,
  owners: Owners,
): Promise<void> {
  if (origin === undefined) return
  if (!isOwnNumber(whatsapp)) {
    warn(
      `NOBODY CAN ENQUIRE at ${origin}: it has no WhatsApp number. Set SHOP_WHATSAPP, or enter it at ${origin}${managePath}/shop.`,
    )
  }
  if (whoMayAdd === 'anyone' || (await owners.list()).length > 0) return
  const isClosed = whoMayAdd === 'owners' || (await owners.isClaimed())
  warn(
    isClosed
      ? `NOBODY CAN ADD PIECES to ${origin}: it has no owner. Add one: ${command}`
      : `ANYBODY CAN ADD PIECES to ${origin}: nobody has claimed it. Make it yours: ${command}\n` +
          'After that, only owners can. To leave it open to everyone, set SHOP_WHO_MAY_ADD=anyone.',
  )
}

function warn(text: string): void {
  process.stderr.write(`${text}\n`)
}
