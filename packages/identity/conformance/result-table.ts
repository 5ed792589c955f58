/** The assertions that passed: for each {@link keyOf}, where, such as `ours in Node`. */
export type Passed = Map<string, Set<string>>

/**
 * A text table: for each method and runtime, the number of assertions that passed with the same value for both services,
 * and the number that passed with a listed difference.
 */
export function toResultTable(passed: Passed, differences: { has(key: string): boolean }): string {
  const runtimes = ['Node', 'Chromium']
  const toRow = (name: string, keys: readonly string[]): string => {
    const figures = runtimes.flatMap((runtime) => {
      const both = keys.filter((key) =>
        ['ours', 'emulator'].every((service) => passed.get(key)?.has(`${service} in ${runtime}`)),
      )
      const different = both.filter((key) => differences.has(key)).length
      return [both.length - different, different]
    })
    return `${figures.map((figure) => String(figure).padStart(9)).join('')}  ${name}`
  }
  const header = runtimes.flatMap((runtime) => [runtime, 'differ']).map((word) => word.padStart(9))
  const byMethod = Object.entries(Object.groupBy(passed.keys(), (key) => key.split(' | ')[0] ?? ''))
  const rows = byMethod.toSorted(([a], [b]) => a.localeCompare(b)).map(([name, keys = []]) => toRow(name, keys))
  return [header.join(''), ...rows, toRow('total', [...passed.keys()])].join('\n')
}
