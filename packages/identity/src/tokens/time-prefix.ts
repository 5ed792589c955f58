const digitsOfTime = 9

/**
 * A moment, to the millisecond, as 9 characters of `0-9a-z` that sort by time. Keys that begin with it lie side by side
 * in the database when they were made one after another: what is written together goes to few pages. (decision 26)
 */
export function toTimePrefix(at: Date): string {
  return at.getTime().toString(36).padStart(digitsOfTime, '0')
}
