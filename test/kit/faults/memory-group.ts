import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const hierarchy = '/sys/fs/cgroup'

/** The files of the memory controller's two versions. (man 7 cgroups) */
const versions = [
  {
    parent: join(hierarchy, 'memory'),
    limit: 'memory.limit_in_bytes',
    swap: 'memory.swappiness',
    killed: 'memory.oom_control',
  },
  { parent: hierarchy, limit: 'memory.max', swap: 'memory.swap.max', killed: 'memory.events' },
]

/** The processes behind `launcher`, with all that they start, which share an amount of memory and have no swap. */
export interface MemoryGroup extends AsyncDisposable {
  readonly launcher: readonly string[]
  setLimit(bytes: number): void
  /** How many processes the system has killed because there was no memory. */
  killed(): number
}

/** @returns `undefined` where this user may not make one. Dispose of it after its processes. */
export function openMemoryGroup(bytes: number): MemoryGroup | undefined {
  for (const { parent, limit, swap, killed } of versions) {
    const group = join(parent, `stockinette-${process.pid}`)
    try {
      mkdirSync(group)
    } catch {
      continue
    }
    if (!existsSync(join(group, limit))) {
      rmdirSync(group)
      continue
    }
    const setLimit = (most: number) => writeFileSync(join(group, limit), String(most))
    setLimit(bytes)
    if (existsSync(join(group, swap))) writeFileSync(join(group, swap), '0')
    return {
      launcher: ['sh', '-c', `echo $$ > '${join(group, 'cgroup.procs')}' && exec "$@"`, 'sh'],
      setLimit,
      killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(group, killed), 'utf8'))?.[1]),
      async [Symbol.asyncDispose]() {
        // What the shop started may end a moment after it: there is no event for the last one.
        while (readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '') await setTimeout(20)
        rmdirSync(group)
      },
    }
  }
  return undefined
}

export const noMemoryGroup = 'needs root, and a memory controller of cgroups that may be used'
