import { existsSync, readFileSync } from 'node:fs'

/** For how long a process's main thread has been ready to run and waited for a core, in milliseconds; 0 where Linux does not say. */
export function coreWaitMs(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0
}
