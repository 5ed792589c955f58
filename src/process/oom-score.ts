import { writeFileSync } from 'node:fs'

/** The process that the kernel ends first. (man 5 proc_pid_oom_score_adj) */
const first = '1000'

/**
 * Has the kernel end this process before any other when the machine has no memory left. Linux alone knows of it; where it
 * should work and does not, that is told on standard error.
 */
export function beEndedFirst(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', first)
  } catch (error) {
    process.stderr.write(`The process that decodes pictures cannot set its oom_score_adj: ${String(error)}\n`)
  }
}
