/** Where progress is printed, such as `process.stderr`. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export type Progress = ReturnType<typeof createProgress>

/** How many lines there are at most. */
const maxLines = 20

/** How often a bar is drawn, at most. */
const drawMs = 100

/** For this long, the time left is not estimated. */
const estimateAfterMs = 2_000

const barWidth = 24

/** ECMA-48: erases the rest of the line. */
const eraseLine = '\u001B[K'

/**
 * Shows how much is done and how much time is left: a bar in a terminal, and anywhere else a line every now and then.
 * The last step is always shown.
 *
 * @param now the monotonic clock, in milliseconds.
 */
export function createProgress(
  total: number,
  output: Output = process.stdout,
  now: () => number = () => performance.now(),
) {
  const startedAt = now()
  let done = 0
  let shown = 0
  let shownAt = -Infinity
  const isDue = () => {
    if (done === shown) return false
    if (done === total) return true
    return output.isTTY === true ? now() - shownAt >= drawMs : done - shown >= total / maxLines
  }
  return {
    /** Advances by one, or by `count`, with a label. */
    step(label: string, count = 1): void {
      // The counted data may grow or shrink meanwhile.
      done = Math.min(done + count, total)
      if (!isDue()) return
      shown = done
      shownAt = now()
      const line = `${String(done).padStart(String(total).length)}/${total}  ${label}${left(done, total, shownAt - startedAt)}`
      if (output.isTTY !== true) output.write(`${line}\n`)
      // The cursor stays at the start, so that anything that is printed next replaces an unfinished bar.
      else output.write(`${draw(done / total)}  ${line}${eraseLine}${done === total ? '\n' : '\r'}`)
    },
  }
}

/** What to print before a message that may come after an unfinished bar. */
export function clearBar(output: Output): string {
  return output.isTTY === true ? eraseLine : ''
}

function draw(share: number): string {
  const full = Math.round(share * barWidth)
  return `[${'='.repeat(full)}${' '.repeat(barWidth - full)}]`
}

function left(done: number, total: number, elapsedMs: number): string {
  if (done === total || elapsedMs < estimateAfterMs) return ''
  return `  ${describeSeconds(((elapsedMs / done) * (total - done)) / 1_000)} left`
}

function describeSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}
