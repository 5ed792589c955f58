import { isDay, type Day } from './day.ts'
import { optional } from './field-kinds.ts'

/** The last day of something: see `Day`. In a file of its own, as the form of an item, which browsers load, needs no days. */
export const lastDay = optional<Day>({
  check: (value) => (isDay(value) ? value : undefined),
  problem: { code: 'notADay' },
})
