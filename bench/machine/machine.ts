import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** The time and the machine of the measurement, in one line. */
export function describeMachine(): string {
  const [load = 0] = loadavg()
  const cores = `${availableParallelism()} cores ${cpus()[0]?.model.trim() ?? ''} (${arch()})`
  return `${new Date().toISOString().slice(0, 16)}Z, ${cores}, Node ${process.version}, load ${load.toFixed(2)} at the start`
}

/** Memory of a process in bytes: resident, its peak, or with shared pages in part. (proc_pid_status(5), proc_pid_smaps(5)) */
export function memoryBytes(pid: number, kind: 'VmRSS' | 'VmHWM' | 'Pss'): number {
  const file = `/proc/${pid}/${kind === 'Pss' ? 'smaps_rollup' : 'status'}`
  const lines = readFileSync(file, 'utf8').split('\n')
  const kilobytes = /\d+/.exec(lines.find((line) => line.startsWith(`${kind}:`)) ?? '')?.[0]
  if (kilobytes === undefined) throw new Error(`${file} has no ${kind}.`)
  return Number(kilobytes) * 1024
}

/** The processor time of a process in seconds, in user and kernel mode. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticksPerSecond = 100 // USER_HZ, the same on every Linux system.
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The processor time of a process's main thread in milliseconds, to the microsecond. */
export function mainThreadMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/** Resolves once `condition` holds. Rejects with `timeoutMessage` after half a minute. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, timeoutMessage: string): Promise<void> {
  const endsAt = performance.now() + 30_000
  while (!(await condition())) {
    if (performance.now() > endsAt) throw new Error(timeoutMessage)
    await setTimeout(20)
  }
}
