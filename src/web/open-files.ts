import { readFileSync } from 'node:fs'

/**
 * The process's limit of file descriptors, for files and connections. `undefined` if there is none or the system has no
 * `/proc` (proc_pid_limits(5)).
 */
export function readMaxOpenFiles(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
