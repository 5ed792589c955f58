import type { ShopAccess } from '../accounts.ts'
import { startCloudShop } from './cloud-shop.ts'
import { purgeCloud, purgeFolder } from './purge-removed.ts'
import { runCommand } from './run-command.ts'
import { startShop, type ShopProcessOptions } from './shop-process.ts'

/** A shop without owners. */
export interface UnclaimedShop extends ShopAccess, AsyncDisposable {
  readonly url: string
  /** Deletes all removed items for good. */
  readonly purge: () => Promise<void>
}

/** Starts an embedded shop without owners. */
export async function openEmbeddedShop({ env = {}, ...options }: ShopProcessOptions = {}) {
  const shop = await startShop({ ...options, env })
  return {
    url: shop.url,
    output: shop.output,
    identityUrl: shop.url,
    command: (...args: string[]) => runCommand({ SHOP_DATA_DIR: shop.dataDir, ...env }, ...args),
    purge: async () => purgeFolder(shop.dataDir),
    [Symbol.asyncDispose]: async () => void (await shop.stop()),
  } satisfies UnclaimedShop & { output: () => string }
}

/** Starts a shop without owners on an emulated Firebase project. */
export async function openCloudShop(): Promise<UnclaimedShop> {
  await using started = new AsyncDisposableStack()
  const cloud = started.use(await startCloudShop(1))
  const [shop] = cloud.shops
  if (shop === undefined) throw new Error('No shop was started.')
  const all = started.move()
  return {
    url: shop.url,
    identityUrl: cloud.identityUrl,
    command: (...args: string[]) => runCommand(cloud.env, ...args),
    purge: () => purgeCloud(cloud),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
