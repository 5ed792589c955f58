import { isDay, type Day } from './day.ts'
import { optional } from './field-kinds.ts'

/** The last day of something: see `Day`. */
export const lastDay = optional<Day>({
  check: (value) => (isDay(value) ? value : undefined),
  problem: { code: 'notADay' },
})
