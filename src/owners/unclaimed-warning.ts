import type { Config } from '../config/config.ts'
import type { Owners } from './owners.ts'

const command = 'npm run shop -- owner add EMAIL'

/**
 * Warns on stderr when a shop on the internet has no owner.
 *
 * @throws as `Owners.list`.
 */
export async function warnIfUnclaimed({ shop, whoMayAdd }: Config, owners: Owners): Promise<void> {
  if (shop.origin === undefined || whoMayAdd === 'anyone') return
  if ((await owners.list()).length > 0) return
  const isClosed = whoMayAdd === 'owners' || (await owners.isClaimed())
  const warning = isClosed
    ? `NOBODY CAN ADD PIECES to ${shop.origin}: it has no owner. Add one: ${command}`
    : `ANYBODY CAN ADD PIECES to ${shop.origin}: nobody has claimed it. Make it yours: ${command}\n` +
      'After that, only owners can. To leave it open to everyone, set SHOP_WHO_MAY_ADD=anyone.'
  process.stderr.write(`${warning}\n`)
}
