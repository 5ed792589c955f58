const dayMs = 86_400_000

/** A backup may be this much newer than the clock, which is corrected now and then. */
const toleratedMs = 3_600_000

/**
 * The newest of these times that is not in the future. Backups from the future were made while the clock was wrong, or
 * before it was set back: they count for nothing here, or no backup would be made until that time.
 */
export function newestUntil(times: readonly Date[], now: Date): Date | undefined {
  const latest = now.getTime() + toleratedMs
  return times.filter((time) => time.getTime() <= latest).reduce<Date | undefined>(newer, undefined)
}

function newer(one: Date | undefined, other: Date): Date {
  return one === undefined || other > one ? other : one
}

/** Whether a day has passed since the newest backup. */
export function isDue(times: readonly Date[], now: Date): boolean {
  return isOlder(newestUntil(times, now), now, 1)
}

/** Whether two days have passed since the newest backup: owners must know, whatever the reason. */
export function isOverdue(newest: Date | undefined, now: Date): boolean {
  return isOlder(newest, now, 2)
}

function isOlder(time: Date | undefined, now: Date, days: number): boolean {
  return time === undefined || now.getTime() - time.getTime() >= days * dayMs
}
