import { randomInt } from 'node:crypto'

/** One of the values; `undefined` if there is none. */
export function pick<T>(values: readonly T[]): T | undefined {
  return values.length === 0 ? undefined : values[randomInt(values.length)]
}

/** One of the values that pass; `undefined` if none of twenty does. */
export function pickWhere<T>(values: readonly T[], passes: (value: T) => boolean): T | undefined {
  for (let tries = 0; tries < 20; tries++) {
    const value = pick(values)
    if (value !== undefined && passes(value)) return value
  }
  return undefined
}

/** One of the names, by weight. */
export function pickByWeight<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
  const entries = Object.entries(weights) as [Name, number][]
  let left = Math.random() * entries.reduce((all, [, weight]) => all + weight, 0)
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  throw new RangeError('There is nothing to pick.')
}
