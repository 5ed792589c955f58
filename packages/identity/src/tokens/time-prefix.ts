const digitsOfTime = 9

/**
 * A time in milliseconds as 9 characters of `0-9a-z` that sort by time. Rows with such keys that are created together are
 * next to each other in the database, so that few pages are written. (decision 26)
 */
export function toTimePrefix(at: Date): string {
  return at.getTime().toString(36).padStart(digitsOfTime, '0')
}
