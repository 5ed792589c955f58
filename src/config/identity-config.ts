import { isLoopback } from '../domain/loopback.ts'
import type { Config } from './config.ts'

/** The audience of the ID tokens in embedded mode. */
export const embeddedProjectId = 'stockinette'

/** What a shop warns of when it starts. */
export function findIdentityWarnings(config: Config): string[] {
  return [testModeWarning(config), providersWarning(config)].filter((warning) => warning !== undefined)
}

/**
 * The warning that a shop in test mode prints when it starts; `undefined` for any other shop. A container must listen on
 * every address (the image has `HOST=0.0.0.0`), so an address open to the network is not refused, but the warning says so.
 */
export function testModeWarning({ identity, http }: Config): string | undefined {
  if (!identity.isEmulator) return undefined
  const danger = 'can sign in as anyone and delete every account of this shop.'
  if (isLoopback(http.host)) return `TEST MODE (SHOP_IDENTITY_EMULATOR=1): anyone on this machine ${danger}`
  return (
    `TEST MODE (SHOP_IDENTITY_EMULATOR=1) ON THE NETWORK (HOST=${http.host}): anyone who can reach this machine ${danger}\n` +
    'Listen on 127.0.0.1, or publish a container’s port only there (-p 127.0.0.1:3000:3000).'
  )
}

/** A visitor who chooses 'Continue with …' is refused where no provider makes accounts. */
export function providersWarning({ identity }: Config): string | undefined {
  if (identity.providers.length === 0 || identity.signUp === 'anyone') return undefined
  return (
    'SHOP_OIDC_PROVIDERS makes no accounts in this shop, because sign-up is for owners, and opens no owner’s account that was not ' +
    'linked before. SHOP_SIGN_UP=anyone lets everybody else sign in with a provider.'
  )
}
