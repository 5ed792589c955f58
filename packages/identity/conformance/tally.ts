import type { Place } from './place.ts'
import type { Service } from './service.ts'

/** Which assertions passed, and where. */
export interface Tally {
  note(method: string, key: string, service: Service, place: Place): void
  /** Whether an assertion passed with a service, in any place. */
  has(key: string, name: Service['name']): boolean
  /**
   * A table: for each method and place, how many assertions both services passed alike, and how many differences of
   * those that are listed they showed.
   */
  toText(listed: { has(key: string): boolean }): string
}

const places: readonly Place['name'][] = ['Node', 'Chromium']

export function createTally(): Tally {
  /** By assertion, where it passed: `ours in Node`. */
  const held = new Map<string, Set<string>>()
  const keysOf = new Map<string, Set<string>>()
  const nameOf = (service: Service['name'], place: Place['name']) => `${service} in ${place}`
  const isWithBoth = (key: string, place: Place['name']) =>
    (['ours', 'Google’s'] as const).every((service) => held.get(key)?.has(nameOf(service, place)))
  return {
    note(method, key, service, place) {
      held.set(key, (held.get(key) ?? new Set()).add(nameOf(service.name, place.name)))
      keysOf.set(method, (keysOf.get(method) ?? new Set()).add(key))
    },
    has: (key, service) => places.some((place) => held.get(key)?.has(nameOf(service, place))),
    toText(listed) {
      const toRow = (name: string, keys: readonly string[]): string => {
        const figures = places.flatMap((place) => {
          const shown = keys.filter((key) => isWithBoth(key, place))
          const different = shown.filter((key) => listed.has(key)).length
          return [shown.length - different, different]
        })
        return `${figures.map((figure) => String(figure).padStart(9)).join('')}  ${name}`
      }
      const header = places.flatMap((place) => [place, 'differ']).map((word) => word.padStart(9))
      const rows = [...keysOf].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, keys]) => toRow(name, [...keys]))
      return [header.join(''), ...rows, toRow('in all', [...held.keys()])].join('\n')
    },
  }
}
