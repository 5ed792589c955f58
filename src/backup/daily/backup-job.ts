import { setTimeout as wait } from 'node:timers/promises'

import { DailyBackup, type DailyBackupOptions } from './daily-backup.ts'

/** When the job looks whether a backup is due. Tests change it. */
export const backupTimes = {
  /** After the start: a new process has other work first. */
  firstMs: 60_000,
  /** From then on. After a failure, this is the time until the next attempt. */
  nextMs: 3_600_000,
}

/**
 * Backs the shop up once a day while it runs. Does not keep the process alive. Disposal aborts a backup that is being made,
 * and waits until it has stopped.
 */
export function startBackupJob(options: Omit<DailyBackupOptions, 'signal'>) {
  const ended = new AbortController()
  const { signal } = ended
  const daily = new DailyBackup({ ...options, signal })
  const run = async () => {
    await daily.readFolder()
    for (let pauseMs = backupTimes.firstMs; !signal.aborted; pauseMs = backupTimes.nextMs) {
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined) // Rejects only when it is disposed of.
      if (!signal.aborted) await daily.runIfDue()
    }
  }
  const running = run()
  return {
    status: () => daily.status(),
    async [Symbol.asyncDispose]() {
      ended.abort()
      await running
    },
  }
}
