import { writeFileSync } from 'node:fs'

/** The kernel ends the process with this value first. (man 5 proc_pid_oom_score_adj) */
const highest = '1000'

/**
 * Makes the kernel end this process before any other when the machine runs out of memory. Works on Linux only; an error
 * there is reported on standard error.
 */
export function preferForOomKill(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', highest)
  } catch (error) {
    process.stderr.write(`The process that decodes pictures cannot set its oom_score_adj: ${String(error)}\n`)
  }
}
