import type { Config } from '../../config/config.ts'
import { toShopSettings } from '../../config/shop-config.ts'
import { isOwnNumber } from '../../domain/contact/own-number.ts'
import { managePath } from '../../domain/page-paths.ts'
import type { ShopSettings } from '../../domain/shop-settings.ts'

/** The variables that owners can replace. */
const variables = {
  SHOP_NAME: 'name',
  SHOP_WHATSAPP: 'whatsapp',
  SHOP_INSTAGRAM: 'instagram',
  SHOP_WHO_MAY_ADD: 'whoMayAdd',
} as const satisfies Record<string, keyof ShopSettings>

/** What the settings of a shop lack, and how the environment differs from what its owner saved. */
export interface SettingsFindings {
  readonly faults: readonly string[]
  readonly notes: readonly string[]
}

/** @param saved `undefined` if no owner saved settings: then those of the environment apply. */
export function checkSettings(config: Config, saved: ShopSettings | undefined): SettingsFindings {
  const { origin } = config.shop
  const environment = toShopSettings(config)
  const { whatsapp } = saved ?? environment
  const missing = `The shop has no WhatsApp number, so nobody can enquire. Set SHOP_WHATSAPP, or enter it at ${managePath}/shop.`
  return {
    faults: origin === undefined || isOwnNumber(whatsapp) ? [] : [missing],
    notes: saved === undefined ? [] : differences(environment, saved),
  }
}

/** One line for each variable that is set and does not apply. */
function differences(environment: ShopSettings, saved: ShopSettings): string[] {
  return Object.entries(variables)
    .map(([variable, name]) => ({ variable, given: environment[name], used: saved[name] }))
    .filter(({ variable, given, used }) => given !== used && !isUnset(variable, given))
    .map(
      ({ variable, given, used }) =>
        `Note: ${variable} is ${JSON.stringify(given)}, but an owner saved ${JSON.stringify(used ?? '')} at ${managePath}/shop, and that applies.`,
    )
}

function isUnset(variable: string, given: unknown): boolean {
  return given === '' || given === null || (variable === 'SHOP_NAME' && given === defaultName)
}

const defaultName = 'Stockinette'
