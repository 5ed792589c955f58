import type { Place } from './place.ts'
import type { Service } from './service.ts'

/** Which assertions were seen to hold, and where. */
export interface Tally {
  note(method: string, key: string, service: Service, place: Place): void
  /** Whether an assertion held with a service, wherever it was tried. */
  has(key: string, name: Service['name']): boolean
  /** A table: by method, how many assertions both services passed in each place, and how many differences are listed. */
  toText(listed: { has(key: string): boolean }): string
}

export function createTally(): Tally {
  /** By assertion, where it held: `ours in Node`. */
  const held = new Map<string, Set<string>>()
  const methods = new Map<string, Set<string>>()
  const count = (keys: Iterable<string>, isCounted: (key: string) => boolean) => [...keys].filter(isCounted).length
  const heldIn = (place: Place['name']) => (key: string) =>
    held.get(key)?.has(`ours in ${place}`) === true && held.get(key)?.has(`Google’s in ${place}`) === true
  return {
    note(method, key, service, place) {
      held.set(key, (held.get(key) ?? new Set()).add(`${service.name} in ${place.name}`))
      methods.set(method, (methods.get(method) ?? new Set()).add(key))
    },
    has: (key, name) => [...(held.get(key) ?? [])].some((where) => where.startsWith(`${name} in `)),
    toText(listed) {
      const toRow = (name: string, keys: Iterable<string>) => {
        const all = [...keys]
        const both = (place: Place['name']) => count(all, (key) => !listed.has(key) && heldIn(place)(key))
        const figures = [both('Node'), both('Chromium'), count(all, (key) => listed.has(key))]
        return [...figures.map((figure) => String(figure).padStart(8)), `  ${name}`].join(' ')
      }
      const header = ['Node', 'Chromium', 'differ'].map((name) => name.padStart(8)).join(' ')
      const rows = [...methods].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, keys]) => toRow(name, keys))
      return [header, ...rows, toRow('in all', held.keys())].join('\n')
    },
  }
}
