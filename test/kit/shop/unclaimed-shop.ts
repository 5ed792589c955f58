import type { ClaimableShop } from '../../suites/adding-permissions.ts'
import { startCloud } from './cloud-shop.ts'
import { purgeCloud, purgeFolder } from './purge-removed.ts'
import { runCommand } from './run-command.ts'
import { startShop } from './shop-process.ts'
import type { ShopProcessOptions } from './shop-process.ts'

/** A shop on this machine alone that nobody has claimed. */
export async function openEmbedded({ env = {}, ...options }: ShopProcessOptions = {}) {
  const shop = await startShop({ ...options, env })
  return {
    url: shop.url,
    output: shop.output,
    identityUrl: shop.url,
    command: (...args: string[]) => runCommand({ SHOP_DATA_DIR: shop.dataDir, ...env }, ...args),
    purge: async () => purgeFolder(shop.dataDir),
    [Symbol.asyncDispose]: async () => void (await shop.stop()),
  } satisfies ClaimableShop & { output: () => string }
}

/** As `openEmbedded`, on an emulated Firebase project. */
export async function openCloud(): Promise<ClaimableShop> {
  await using started = new AsyncDisposableStack()
  const cloud = started.use(await startCloud(1))
  const [shop] = cloud.shops
  if (shop === undefined) throw new Error('There is no shop.')
  const all = started.move()
  return {
    url: shop.url,
    identityUrl: cloud.identityUrl,
    command: (...args: string[]) => runCommand(cloud.env, ...args),
    purge: () => purgeCloud(cloud),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
