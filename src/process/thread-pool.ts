import { readFile, readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'

import type { Log } from '../log.ts'

/** A third of the main thread's share where both want the processor. (sched(7), "The nice value") */
const niceness = 5

/**
 * Has the threads of Node's pool give way to the main thread. One visitor waits for what is computed in the pool, a
 * signature or the hash of a password; all of them wait for the main thread, which Linux lets wait in turn until a
 * thread's slice is over, for milliseconds.
 *
 * Only Linux has priorities by thread (setpriority(2), "C library/kernel differences"); elsewhere nothing happens. Where it
 * cannot be done it is logged: everything works all the same.
 */
export async function giveWayToMainThread(log: Log): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    for (const thread of await listPoolThreads()) setPriority(thread, niceness)
  } catch (error) {
    log.warn({ err: error }, 'the thread pool could not be told to give way')
  }
}

/** The ids of the pool's threads, which to read these files starts. */
async function listPoolThreads(): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const names = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/comm`, 'utf8')))
  return threads.filter((_, index) => names[index] === 'libuv-worker\n').map(Number)
}
