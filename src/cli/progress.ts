/** The output of a progress bar, such as `process.stdout`. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** Advances by one, or by `count`, with a label. */
  step(label: string, count?: number): void
  /** Ends the line, if it stopped halfway. */
  end(): void
}

const barWidth = 24

/** How often a bar is drawn at most: redrawn in place, or as lines. */
const draws = { inLine: 200, asLines: 20 }

/** A bar that is redrawn in place on a terminal, or a line for each step elsewhere. */
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
      // The counted data may grow or shrink meanwhile.
      done = Math.min(done + count, total)
      if (done > drawn && (done - drawn >= stride || done === total)) draw(label)
    },
    end() {
      if (screen.isTTY && done < total) screen.write('\n')
    },
  }
}
