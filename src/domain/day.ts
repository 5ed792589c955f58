/**
 * A day of the calendar where shops are, as `2026-11-27`: in Sri Lanka, whatever the time zone of a server or a browser.
 * What lasts until a day includes all of it.
 */
export type Day = string

/** Sri Lanka has no daylight-saving time. */
const offsetMs = 5.5 * 3_600_000

export function dayOf(time: Date): Day {
  return new Date(time.getTime() + offsetMs).toISOString().slice(0, 10)
}

/** The day that is so many days later. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** When a day ends, in milliseconds since 1970. */
export function endOf(day: Day): number {
  return Date.parse(addDays(day, 1)) - offsetMs
}

/** Whether a value is a day that the calendar has. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
}

/** Whether what lasts until this day has ended; never without an end. */
export function hasEnded(until: Day | null, today: Day): boolean {
  return until !== null && until < today
}

/** A day as people write it, such as Friday 27 November; shorter, Fri 27 Nov. */
export function formatDay(day: Day, locale: string, length: 'long' | 'short' = 'long'): string {
  return new Date(day).toLocaleDateString(locale, { weekday: length, day: 'numeric', month: length, timeZone: 'UTC' })
}
