import type { Runtime } from './runtime.ts'
import type { Service } from './service.ts'

/** Counts the assertions that passed, by method, service and runtime. */
export interface ResultTable {
  addPassed(method: string, key: string, service: Service, runtime: Runtime): void
  /** Whether an assertion passed with a service, in any runtime. */
  hasPassed(key: string, service: Service['name']): boolean
  /**
   * A text table: for each method and runtime, the number of assertions that passed with the same value for both services,
   * and the number that passed with a listed difference.
   */
  toText(differences: { has(key: string): boolean }): string
}

const runtimes: readonly Runtime['name'][] = ['Node', 'Chromium']

export function createResultTable(): ResultTable {
  /** For each assertion, where it passed: `ours in Node`. */
  const passed = new Map<string, Set<string>>()
  const keysOf = new Map<string, Set<string>>()
  const nameOf = (service: Service['name'], runtime: Runtime['name']) => `${service} in ${runtime}`
  const passedWithBoth = (key: string, runtime: Runtime['name']) =>
    (['ours', 'emulator'] as const).every((service) => passed.get(key)?.has(nameOf(service, runtime)))
  return {
    addPassed(method, key, service, runtime) {
      passed.set(key, (passed.get(key) ?? new Set()).add(nameOf(service.name, runtime.name)))
      keysOf.set(method, (keysOf.get(method) ?? new Set()).add(key))
    },
    hasPassed: (key, service) => runtimes.some((runtime) => passed.get(key)?.has(nameOf(service, runtime))),
    toText(differences) {
      const toRow = (name: string, keys: readonly string[]): string => {
        const figures = runtimes.flatMap((runtime) => {
          const both = keys.filter((key) => passedWithBoth(key, runtime))
          const different = both.filter((key) => differences.has(key)).length
          return [both.length - different, different]
        })
        return `${figures.map((figure) => String(figure).padStart(9)).join('')}  ${name}`
      }
      const header = runtimes.flatMap((runtime) => [runtime, 'differ']).map((word) => word.padStart(9))
      const rows = [...keysOf].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, keys]) => toRow(name, [...keys]))
      return [header.join(''), ...rows, toRow('total', [...passed.keys()])].join('\n')
    },
  }
}
