import { sessionPath } from '../owners/token-sync.ts'
import type { PublicIdentity, PublicShop } from './page.ts'

/** Settings of the shop; without an origin it is a preview environment on this machine. */
type ShopSettings = Pick<PublicShop, 'name' | 'whatsapp' | 'instagram'> & { readonly origin: string | undefined }

type IdentitySettings = Omit<PublicIdentity, 'tokenSyncPath'> & { readonly tokenSync: boolean | string }

/** Everything pages may know about the shop, which listens on `port`. No other setting passes. */
export function toPublicShop(settings: ShopSettings, identity: IdentitySettings, port: number): PublicShop {
  const { name, whatsapp, instagram, origin } = settings
  const { apiKey, projectId, authDomain, emulatorOrigin, isEmbedded, providers, tokenSync } = identity
  return {
    name,
    whatsapp,
    instagram,
    origin: origin ?? `http://localhost:${port}`,
    isPreview: origin === undefined,
    identity: {
      apiKey,
      projectId,
      authDomain,
      emulatorOrigin,
      isEmbedded,
      providers: providers.map(({ id, label }) => ({ id, label })),
      tokenSyncPath: toPath(tokenSync),
    },
  }
}

function toPath(tokenSync: boolean | string): string | null {
  if (typeof tokenSync === 'string') return tokenSync
  return tokenSync ? sessionPath : null
}
