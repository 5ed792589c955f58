import type { Config } from './config.ts'

/**
 * What a shop in test mode says on starting, `undefined` for any other. In a container it has to listen on every address
 * to be reached at all (`HOST=0.0.0.0` is in the image), so an open address is not refused but named.
 */
export function testModeWarning({ identity, http }: Pick<Config, 'identity' | 'http'>): string | undefined {
  if (!identity.isEmulator) return undefined
  const danger = 'can sign in as anybody and remove every account of this shop.'
  if (isLoopback(http.host)) return `TEST MODE (SHOP_IDENTITY_EMULATOR=1): anybody on this machine ${danger}`
  return (
    `TEST MODE (SHOP_IDENTITY_EMULATOR=1) ON THE NETWORK (HOST=${http.host}): whoever reaches this machine ${danger}\n` +
    'Listen on 127.0.0.1, or publish a container’s port there alone (-p 127.0.0.1:3000:3000).'
  )
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host)
}
