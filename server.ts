import type { RequestListener } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { StartError } from '@stockinette/sqlite/errors.ts'

import type { Backend } from './src/backend.ts'
import { pollBackend } from './src/catalogue/live/backend-state.ts'
import { EventStreams } from './src/catalogue/live/event-stream.ts'
import { createLiveList } from './src/catalogue/live/live-list.ts'
import { openAdminSocket } from './src/cli/socket/admin-socket.ts'
import { waitForUpgrade } from './src/cli/socket/upgrade-gate.ts'
import { readConfig, type Config } from './src/config/config.ts'
import { ConfigError } from './src/config/setting.ts'
import { openLog, type Log } from './src/log.ts'
import { createPageCache, type PageCache } from './src/pages/page-cache.ts'
import type { PageServices, PagesModule } from './src/pages/page.ts'
import { createPublicShop, toShopSite } from './src/pages/public-shop.ts'
import { nonPageHeaders } from './src/pages/security-headers.ts'
import { onEndSignal } from './src/process/end-signals.ts'
import { lowerThreadPoolPriority } from './src/process/priorities.ts'
import { announceClaim, announceOpened } from './src/process/start-output.ts'
import type { CurrentSettings } from './src/shop-settings/current-settings.ts'
import { createApp } from './src/web/app.ts'
import { listen, readLimits, timeoutsMs, type ListeningServer } from './src/web/http-server.ts'
import { createListener } from './src/web/listener.ts'
import { createLimits } from './src/web/shop-limits.ts'
import { watchTransferRate, type TransferRate } from './src/web/transfer-rate.ts'

/** How long requests wait, after the start, for shop settings that are not known yet. */
const settingsTimeoutMs = 2_000

/** `EX_CONFIG` of sysexits.h: starting again cannot help. `deploy/stockinette.service` does not try. */
const wrongSettingExitCode = 78

const builtPages = './build/server/index.js'

export interface OpenOptions {
  /** Wraps the request listener: in development, Vite answers first. */
  readonly wrap?: (listener: RequestListener) => RequestListener
  /** The minimum rate at which clients must read. */
  readonly transferRate?: Partial<TransferRate>
}

/** Builds the shop from its parts and starts it. `createPages` is the bundle of the pages. */
export async function openShop(
  config: Config,
  log: Log,
  createPages: PagesModule['createPages'],
  { wrap = (listener) => listener, transferRate }: OpenOptions = {},
) {
  await using opened = new AsyncDisposableStack()
  const backend = opened.use(await openBackend(config, log))
  const cache = createPageCache(backend)
  const streams = new EventStreams()
  const { settings, store, firstClaim } = backend
  followChanges(backend, cache, streams)
  const limits = createLimits({ enabled: config.http.rateLimits })
  const headerSettings = { ...config.http, origin: config.shop.origin }
  const headers = nonPageHeaders(headerSettings)
  const live = createLiveList(streams, { headers, ...config.http })
  const siteAt = (port: number) =>
    toShopSite(config.shop.origin, { ...config.identity, ...backend.publicIdentity }, port)

  const memoryLimits = readLimits()
  const open = (listening: ListeningServer): RequestListener => {
    const site = siteAt(listening.port)
    const shop = createPublicShop(() => settings.now(), site)
    const app = createApp({
      backend,
      limits,
      trustedProxies: config.http.trustedProxies,
      cache,
      render: createPages(toPageServices(backend, shop, log)),
      site,
      isTestMode: config.identity.isEmulator,
      shop,
      listener: listening,
      health: { dataDir: config.dataDir, openPages: () => streams.size },
      headers: headerSettings,
      log,
    })
    const { unreadBytes: maxUnreadBytes } = memoryLimits
    opened.use(watchTransferRate(listening.node, { isExempt: live.holdsStream, maxUnreadBytes, rate: transferRate }))
    const languages = () => settings.now().languages
    return wrap(createListener({ app, cache, headers, live, languages, untilReady: waitForSettings(settings) }))
  }
  const server = opened.adopt(await listen(config.http, open, memoryLimits), (listening) => {
    streams.close() // They never end by themselves.
    return listening.close()
  })
  const url = siteAt(server.port).origin
  if (backend.admin) opened.use(await openAdminSocket(config.dataDir, backend.admin, { origin: url, log }))
  if (config.shop.origin === undefined && backend.isReachable !== undefined) {
    opened.use(pollBackend({ isReachable: backend.isReachable, streams }))
  }
  const all = opened.move()
  const name = () => settings.now().name
  return { name, url, server, store, claimLink: () => firstClaim.link(url), close: () => all.disposeAsync() }
}

/**
 * Opens the configured backend: this machine, once an upgrade is decided, or a Firebase project. Code of the other one is not
 * loaded.
 *
 * @throws StartError when it is not usable.
 */
async function openBackend(config: Config, log: Log): Promise<Backend> {
  const { cloud } = config
  await lowerThreadPoolPriority(log)
  if (cloud !== undefined) return (await import('./src/cloud.ts')).openCloud({ ...config, cloud }, log)
  const backend = await (await import('./src/embedded.ts')).openEmbedded(config, log)
  await waitForUpgrade(config.dataDir, { trouble: () => findTrouble(backend), log })
  return backend
}

function toPageServices(backend: Backend, shop: PageServices['shop'], log: Log): PageServices {
  const { store, search, settings, firstClaim } = backend
  return { store, search, log, shop, messagesIn: settings.messagesIn, isClaimed: () => firstClaim.isClaimed() }
}

/** Why the shop cannot serve or save; `undefined` if it can. @throws Error when items cannot be read. */
async function findTrouble({ store, trouble }: Backend): Promise<string | undefined> {
  await store.newest(1)
  return trouble()
}

/** Drops cached pages that a change affects, and tells open ones of it. */
function followChanges({ store, settings }: Backend, cache: PageCache, streams: EventStreams): void {
  store.watch((change) => {
    cache.invalidate(change)
    streams.publish(change.revision)
  })
  const clear = () => cache.clear(settings.now().languages.length)
  clear()
  settings.watch(clear)
}

/** Until the shop settings are known: a process in the cloud would not know its languages and her number. */
function waitForSettings(settings: CurrentSettings): () => Promise<unknown> | undefined {
  let waited: Promise<unknown> | undefined
  if (settings.problem !== undefined) {
    waited = settings
      .known(settingsTimeoutMs)
      .catch(() => undefined)
      .finally(() => (waited = undefined))
  }
  return () => waited
}

/** Runs the built shop until a signal stops it. Errors that the owner can fix are printed in one line. */
export async function run(): Promise<void> {
  try {
    const config = readConfig(process.env)
    const { createPages } = (await import(builtPages)) as PagesModule
    const log = await openLog({ level: config.logLevel })
    const shop = await openShop(config, log, createPages)
    await announce(shop, config, log)
    const end = async (signal: NodeJS.Signals) => {
      log.info({ signal }, 'the shop is closing')
      const isClosed = await Promise.race([shop.close().then(() => true), wait(timeoutsMs.end, false)])
      if (isClosed) log.info('the shop is closed')
      else log.warn('the shop ends before everything is closed')
      process.exit() // A library may still have an open connection.
    }
    let ending: Promise<void> | undefined
    // A signal to a whole group of processes arrives twice: once through the launcher.
    onEndSignal((signal) => void (ending ??= end(signal)))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error instanceof ConfigError ? wrongSettingExitCode : 1)
  }
}

type OpenedShop = Awaited<ReturnType<typeof openShop>>

/** Tells the person who started the shop that it is open, and how to claim it: in the cloud once Firestore answers. */
export async function announce(
  { name, url, store, claimLink }: OpenedShop,
  { shop, dataDir, backup, cloud }: Config,
  log: Log,
) {
  const isLocalPreview = shop.origin === undefined && cloud === undefined
  const isEmptyPreview = isLocalPreview && (await store.newest(1)).items.length === 0
  announceOpened({ name: name(), url, dataDir, backupDir: backup?.folder, isEmptyPreview }, log)
  const link = cloud === undefined ? claimLink() : untilKnown(claimLink)
  link
    .then((known) => known !== undefined && announceClaim(known, log))
    .catch((error: unknown) => log.error({ err: error }, 'the claim link is not known'))
}

async function untilKnown<T>(call: () => Promise<T>): Promise<T> {
  const { default: pRetry } = await import('p-retry')
  return pRetry(call, { retries: Infinity, maxTimeout: 30_000, unref: true })
}

if (import.meta.main) await run()
