import type { RequestListener } from 'node:http'

import { createAccess } from './src/access/access.ts'
import { openAdminSocket } from './src/admin/admin-socket.ts'
import { createAdminCommands } from './src/admin/commands.ts'
import { readConfig } from './src/config/config.ts'
import type { Config } from './src/config/config.ts'
import { embeddedProjectId } from './src/config/identity-config.ts'
import { createApp } from './src/http/app.ts'
import { createLimits } from './src/http/limits.ts'
import { createLiveListener } from './src/http/live.ts'
import { createPageCache } from './src/http/page-cache.ts'
import type { PagesModule, PublicShop } from './src/http/page.ts'
import { closedHeaders } from './src/http/security-headers.ts'
import { createListener, listen } from './src/http/server.ts'
import { sessionPath } from './src/http/session.ts'
import { embeddedApiKey } from './src/identity/action-link.ts'
import { createIdentity } from './src/identity/identity.ts'
import { createBroker } from './src/live/broker.ts'
import { createEventStreams } from './src/live/event-stream.ts'
import { createLog } from './src/log/log.ts'
import type { Log } from './src/log/log.ts'
import { createMailer } from './src/mail/mailer.ts'
import { openPhotos } from './src/photos/photos.ts'
import { openDataFolder } from './src/sqlite/data-folder.ts'
import { createSqliteStore } from './src/store/sqlite/sqlite-store.ts'

const projectId = embeddedProjectId
const testModeWarning =
  'TEST MODE (SHOP_IDENTITY_EMULATOR=1): anybody can sign in as anybody and remove every account of this shop.'
const builtPages = './build/server/index.js'

/**
 * Composes the shop and opens it.
 *
 * @param createPages the pages' bundle, built or in development.
 * @param wrap lets something else answer before the shop; for development.
 */
export async function openShop(
  config: Config,
  log: Log,
  createPages: PagesModule['createPages'],
  wrap = (listener: RequestListener) => listener,
) {
  const folder = openDataFolder(config.dataDir)
  const store = createSqliteStore({ folder, log })
  const settings = { ...config.identity, isThrottled: config.http.rateLimits }
  const { name: shopName, origin } = config.shop
  const mailer = createMailer({ ...config.mail, shopName, log, isPreview: origin === undefined })
  const identity = await createIdentity({ dataDir: folder.path, projectId, log, mailer, settings })
  const access = createAccess({ keySet: identity.keySet, projectId })
  const limits = createLimits({ enabled: config.http.rateLimits })
  const photos = await openPhotos({ dataDir: folder.path, ...config.photos, log })
  const broker = createBroker({ log })
  const streams = createEventStreams(broker)
  const cache = createPageCache()
  store.watch((change) => {
    cache.drop(change)
    broker.publish(change.revision)
  })

  const server = await listen(config.http)
  const shop = publicShop(config, server.port)
  const render = createPages({ store, log, shop })
  const { trustedProxies } = config.http
  const services = { access, cache, identity, limits, log, photos: photos.library, store }
  const app = createApp({ ...services, render, shop, trustedProxies, uploads: photos.uploads })
  const live = createLiveListener(streams, closedHeaders(shop))
  server.serve(wrap(createListener({ app, cache, live })))
  const admin = await openAdminSocket({ folder: folder.path, commands: createAdminCommands(identity), log })

  return {
    url: shop.origin,
    server,
    async close() {
      streams.close()
      await server.close()
      await admin.close()
      await photos.close()
      await store.close()
      await mailer?.close()
      await identity.close()
      folder.close()
    },
  }
}

function publicShop({ shop: { origin, ...shop }, identity }: Config, port: number): PublicShop {
  return {
    ...shop,
    origin: origin ?? `http://localhost:${port}`,
    isPreview: origin === undefined,
    identity: {
      apiKey: embeddedApiKey,
      projectId,
      isEmbedded: true,
      tokenSyncPath: identity.tokenSync ? sessionPath : null,
    },
  }
}

/** Runs the built shop until it is told to stop. What its owner can mend is said in one line. */
export async function run(): Promise<void> {
  try {
    const config = readConfig(process.env)
    const { createPages } = (await import(builtPages)) as PagesModule
    const log = createLog()
    const shop = await openShop(config, log, createPages)
    process.stdout.write(`${config.shop.name} is open at ${shop.url}\n`)
    if (config.identity.isEmulator) process.stderr.write(`${testModeWarning}\n`)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void shop.close())
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StartError') throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

if (import.meta.main) await run()
