import { existsSync, readFileSync } from 'node:fs'

/** For how long a process's main thread has run on a core, in milliseconds; 0 where Linux does not say. */
export function coreTimeMs(pid: number): number {
  return readSchedule(pid, 0)
}

/** For how long a process's main thread has been ready to run and waited for a core, in milliseconds; 0 where Linux does not say. */
export function coreWaitMs(pid: number): number {
  return readSchedule(pid, 1)
}

/** @param column of Linux' `Documentation/scheduler/sched-stats.rst`, "/proc/<pid>/schedstat", in nanoseconds. */
function readSchedule(pid: number, column: 0 | 1): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[column]) / 1e6 : 0
}
