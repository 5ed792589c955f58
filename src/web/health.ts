import { readDiskSpace } from '@stockinette/sqlite/disk-space.ts'
import type { Context, Handler } from 'hono'

import { toHealth, type BackupStatus } from '../backup/daily/backup-status.ts'
import type { CatalogueSearch } from '../catalogue/search/catalogue-search.ts'
import { isLoopback } from '../domain/loopback.ts'
import { shopVersion } from '../process/version.ts'
import type { Bindings } from './bindings.ts'

export interface HealthOptions {
  /** See `Backend`. */
  readonly trouble: () => string | undefined
  /** See `Backend`. */
  readonly backupStatus: (() => BackupStatus) | undefined
  readonly search: Pick<CatalogueSearch, 'isIndexed' | 'overview'>
  readonly dataDir: string
  /** How many pages are open that show new items at once. */
  readonly openPages: () => number
}

/**
 * `GET /healthz`: 503 with the reason when the shop is not ready. A failed backup is reported with 200: a load balancer must
 * not take a shop out of service that works. A program on this machine also gets the version, and numbers for its
 * monitoring.
 */
export function createHealthHandler(options: HealthOptions): Handler<Bindings> {
  const { trouble, backupStatus } = options
  return async (context: Context<Bindings>) => {
    const missing = trouble()
    const backup = backupStatus && toHealth(backupStatus())
    const details = isLocalCaller(context) ? await readDetails(options, missing === undefined) : {}
    if (missing !== undefined) return context.json({ status: 'not ready', missing, backup, ...details }, 503)
    return context.json({ status: 'ok', backup, ...details })
  }
}

/** What cannot be read at the moment is left out. */
async function readDetails({ search, dataDir, openPages }: HealthOptions, isReady: boolean) {
  const canCount = isReady && search.isIndexed()
  return {
    version: shopVersion,
    pieces: canCount ? (await search.overview()).total : undefined,
    openPages: openPages(),
    // Without it, the folder is gone: every write will say so.
    freeBytes: await readDiskSpace(dataDir).then(
      ({ free }) => free,
      () => undefined,
    ),
  }
}

/** Headers that reverse proxies add. */
const proxyHeaders = ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP']

/**
 * Whether a request comes from a program on this machine that asks for itself: neither a proxy on this machine nor a page
 * that a browser on this machine shows. A proxy that adds no header of its own and replaces `Host` is not recognised.
 */
function isLocalCaller({ env, req }: Context<Bindings>): boolean {
  const isHere = isLoopback(env.incoming.socket.remoteAddress ?? '')
  const isAskedHere = isLoopback(new URL(req.url).hostname)
  return isHere && isAskedHere && proxyHeaders.every((name) => req.header(name) === undefined)
}
