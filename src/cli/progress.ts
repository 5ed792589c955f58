/** What a progress bar writes to: `process.stdout`, or anything like it. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** One more is done, or `count` more; says which, or of what. */
  step(label: string, count?: number): void
  /** Leaves the line for what is said next, if it stopped halfway. */
  end(): void
}

const barWidth = 24

/** How often a bar is drawn at most from its beginning to its end: in its line, or as lines. */
const draws = { inLine: 200, asLines: 20 }

/** A bar that is drawn again in its line, or a line a step where lines cannot be drawn again. */
export function createProgress(total: number, screen: Screen = process.stdout): Progress {
  const digits = String(total).length
  const stride = total / (screen.isTTY ? draws.inLine : draws.asLines)
  let done = 0
  let drawn = 0
  const draw = (label: string): void => {
    drawn = done
    const count = `${String(done).padStart(digits)}/${total}`
    const filled = Math.round((done / total) * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    if (!screen.isTTY) screen.write(`${count}  ${label}\n`)
    else screen.write(`\r\u001B[2K${bar}  ${count}  ${label}${done === total ? '\n' : ''}`)
  }
  if (screen.isTTY && total > 0) draw('')
  return {
    step(label, count = 1) {
      // What is counted may grow or shrink on the way.
      done = Math.min(done + count, total)
      if (done > drawn && (done - drawn >= stride || done === total)) draw(label)
    },
    end() {
      if (screen.isTTY && done < total) screen.write('\n')
    },
  }
}
