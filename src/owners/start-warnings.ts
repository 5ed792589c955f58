import { commandName } from '../command-name.ts'
import { hasOwnChannel } from '../domain/enquiry-channels.ts'
import { managePath } from '../domain/page-paths.ts'
import type { ShopSettings } from '../domain/shop-settings.ts'
import type { Log } from '../log.ts'
import type { Owners } from './owners.ts'

const command = `${commandName} owner add EMAIL`

export interface StartWarningsOptions {
  /** The public origin; `undefined` in a preview environment. */
  readonly origin: string | undefined
  readonly settings: Pick<ShopSettings, 'whatsapp' | 'phone' | 'email' | 'whoMayAdd'>
  readonly owners: Pick<Owners, 'list' | 'isClaimed'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * Warns when a shop on the internet has no owner, or no enquiry reaches it.
 *
 * @throws as `Owners.list`.
 */
export async function warnOfMissing({ origin, settings, owners, log }: StartWarningsOptions): Promise<void> {
  if (origin === undefined) return
  if (!hasOwnChannel(settings)) {
    log.warn(
      `NOBODY CAN ENQUIRE at ${origin}: it has no WhatsApp number of its own, and no other number or e-mail address. Enter one at ${origin}${managePath}/shop, or set SHOP_WHATSAPP before anybody saves there.`,
    )
  }
  if (settings.whoMayAdd === 'anyone' || (await owners.list()).length > 0) return
  const remedy = (await owners.isClaimed()) ? `Add one: ${command}` : `Open the claim link, or run: ${command}`
  log.warn(`NOBODY CAN ADD PIECES to ${origin}: it has no owner. ${remedy}`)
}
