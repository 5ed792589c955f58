import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** When and on what the figures were taken, in one line. */
export function describeMachine(): string {
  const [load = 0] = loadavg()
  const cores = `${availableParallelism()} cores ${cpus()[0]?.model.trim() ?? ''} (${arch()})`
  return `${new Date().toISOString().slice(0, 16)}Z, ${cores}, Node ${process.version}, load ${load.toFixed(2)} at the start`
}

/** Memory of a process that is really held, in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no memory.`)
  return Number(kilobytes) * 1024
}

/** Seconds that a process has had a core, in user mode and in the kernel's. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticksPerSecond = 100 // USER_HZ, the same on every Linux.
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Milliseconds that the main thread of a process has had a core, to the microsecond. */
export function mainThreadMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/** Resolves once `condition` holds. Rejects with `complaint` when that takes too long. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  complaint: string,
  { timeoutMs = 30_000, everyMs = 20 } = {},
): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > endsAt) throw new Error(complaint)
    await setTimeout(everyMs)
  }
}
