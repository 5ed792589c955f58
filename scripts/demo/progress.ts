/** What a progress bar writes to: `process.stdout`, or anything like it. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** One more is done; says which. */
  step(label: string): void
  /** Leaves the line for what is said next, if it stopped halfway. */
  end(): void
}

const barWidth = 24

/** A bar that is drawn again in its line, or a line a step where lines cannot be drawn again. */
export function createProgress(total: number, screen: Screen = process.stdout): Progress {
  const digits = String(total).length
  let done = 0
  const draw = (label: string): void => {
    const count = `${String(done).padStart(digits)}/${total}`
    const filled = Math.round((done / total) * barWidth)
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
    if (!screen.isTTY) screen.write(`${count}  ${label}\n`)
    else screen.write(`\r\u001B[2K${bar}  ${count}  ${label}${done === total ? '\n' : ''}`)
  }
  if (screen.isTTY) draw('')
  return {
    step: (label) => {
      done += 1
      draw(label)
    },
    end: () => {
      if (screen.isTTY && done < total) screen.write('\n')
    },
  }
}
