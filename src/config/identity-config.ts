import { isLoopback } from '../domain/loopback.ts'
import type { Config } from './config.ts'

/** The audience of the ID tokens in embedded mode. */
export const embeddedProjectId = 'stockinette'

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
