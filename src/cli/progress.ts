/** Where progress is printed, such as `process.stderr`. */
interface Output {
  write(text: string): unknown
}

export interface Progress {
  /** Advances by one, or by `count`, with a label. */
  step(label: string, count?: number): void
}

/** How many lines there are at most. */
const maxLines = 20

/** Prints a line every now and then, and one for the last step. */
export function createProgress(total: number, output: Output = process.stdout): Progress {
  let done = 0
  let printed = 0
  return {
    step(label, count = 1) {
      // The counted data may grow or shrink meanwhile.
      done = Math.min(done + count, total)
      if (done === printed || (done < total && done - printed < total / maxLines)) return
      printed = done
      output.write(`${String(done).padStart(String(total).length)}/${total}  ${label}\n`)
    },
  }
}
