import { readlinkSync, writeFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

import type { Log } from '../log.ts'

/** Gives a thread a third of the main thread's share of a busy processor. (sched(7), "The nice value") */
const niceSteps = 5

/**
 * Lowers the priority of the threads in Node's pool. Work in the pool, such as hashing a password, delays one visitor; a
 * busy main thread delays all of them. With equal priorities, Linux makes the main thread wait for milliseconds until the
 * time slice of a pool thread ends.
 *
 * Only Linux has a priority for each thread (setpriority(2), "C library/kernel differences"); elsewhere this does nothing.
 * A failure is logged and has no other effect.
 */
export async function lowerThreadPoolPriority(log: Log): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    // Relative to the main thread: only an administrator may raise the priority of a thread that was started with `nice`.
    const niceness = Math.min(getPriority() + niceSteps, constants.priority.PRIORITY_LOW)
    for (const thread of await listPoolThreads()) setPriority(thread, niceness)
  } catch (error) {
    log.warn({ err: error }, 'the priority of the thread pool could not be lowered')
  }
}

/** The ids of the pool's threads. Reading these files starts the threads if needed. */
async function listPoolThreads(): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const names = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/comm`, 'utf8')))
  return threads.filter((_, index) => names[index] === 'libuv-worker\n').map(Number)
}

/**
 * Gives the thread that calls this only what the others leave of a busy processor. Does nothing on other systems than
 * Linux.
 *
 * @throws the system's error.
 */
export function runInBackground(): void {
  if (process.platform !== 'linux') return
  // A symbolic link to `PID/task/TID`. (proc(5))
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW)
}

/** The kernel ends the process with this value first. (man 5 proc_pid_oom_score_adj) */
const highest = '1000'

/**
 * Makes the kernel end this process before any other when the machine runs out of memory. Works on Linux only.
 *
 * @throws the system's error.
 */
export function preferForOomKill(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', highest)
}
