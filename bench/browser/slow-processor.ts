import { setTimeout } from 'node:timers/promises'

import type { Browser } from './browser.ts'

const sliceMs = 10
const stopped = new Set<number>()
// An interrupted run leaves no stopped processes behind.
process.on('exit', () => signal([...stopped], 'SIGCONT'))

/**
 * Slows down all pages of a browser and their workers until it is disposed of: they run in one of `timesSlower` time
 * slices. DevTools can slow down main threads only.
 */
export function slowDownPages(browser: Browser, timesSlower: number): AsyncDisposable {
  const ending = new AbortController()
  const turns = async () => {
    let pids = await browser.pageProcesses()
    while (!ending.signal.aborted) {
      signal(pids, 'SIGSTOP')
      const [latest] = await Promise.all([browser.pageProcesses(), setTimeout(sliceMs * (timesSlower - 1))])
      signal(pids, 'SIGCONT')
      pids = latest
      await setTimeout(sliceMs)
    }
  }
  const ended = turns()
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await ended
    },
  }
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    if (name === 'SIGSTOP') stopped.add(pid)
    else stopped.delete(pid)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // The page was closed.
    }
  }
}
