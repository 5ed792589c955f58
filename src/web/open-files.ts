import { readFileSync } from 'node:fs'

/**
 * How many file descriptors this process may have open: files and connections alike. `undefined` when there is no limit,
 * and on systems that do not tell it in `/proc` (proc_pid_limits(5)).
 */
export function readMaxOpenFiles(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
