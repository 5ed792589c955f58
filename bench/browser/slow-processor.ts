import { setTimeout } from 'node:timers/promises'

import type { Browser } from './browser.ts'

const sliceMs = 10
const stopped = new Set<number>()
// A run that is broken off leaves nothing that waits for ever.
process.on('exit', () => signal([...stopped], 'SIGCONT'))

/**
 * Lets all pages of a browser, their workers too, run for one slice of time in so many, until it is disposed of. What
 * DevTools slow down is main threads alone.
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
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // Its page is gone.
    }
  }
}
