import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { syncFolder } from '@stockinette/sqlite/files.ts'

import type { Log } from '../../log.ts'
import type { UpgradeGate } from './admin-api.ts'
import { openAdminSocket } from './admin-socket.ts'
import { mayBeUndone, upgradeMarker } from './upgrade-marker.ts'

export interface UpgradeGateOptions extends Pick<UpgradeGate, 'trouble'> {
  readonly log: Log
  /** How long to wait for a command that may have been killed. */
  readonly patienceMs?: number
}

/** Resolves once the shop may open, which is at once unless it is being upgraded. @param dataDir locked by this process. */
export async function waitForUpgrade(dataDir: string, options: UpgradeGateOptions): Promise<void> {
  const { trouble, log, patienceMs = 60_000 } = options
  if (!mayBeUndone(dataDir)) return
  const marker = join(dataDir, upgradeMarker)
  const opening = Promise.withResolvers<void>()
  const open = () => {
    rmSync(marker, { force: true })
    syncFolder(dataDir)
    opening.resolve()
  }
  await using _ = await openAdminSocket(dataDir, { gate: { trouble, open } }, { origin: '', log })
  log.info('the shop has been upgraded, and opens when the command that upgrades it says so')
  const timer = setTimeout(() => {
    log.warn('the command that upgrades the shop has not answered: the shop opens')
    open()
  }, patienceMs)
  await opening.promise
  clearTimeout(timer)
}
