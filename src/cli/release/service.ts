import { execFileSync, spawnSync } from 'node:child_process'

import { RefusedError } from '../command.ts'

// All that an installed release asks of systemd.

const unit = 'stockinette'

/** @throws RefusedError with what the program said, if it fails or is missing. */
export function runProgram(program: string, ...args: readonly string[]): void {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string }
    throw new RefusedError(`${program} ${args.join(' ')}: ${stderr?.trim() || message}`, { cause })
  }
}

export const service = {
  readUnits: () => runProgram('systemctl', 'daemon-reload'),
  start: () => runProgram('systemctl', 'start', unit),
  restart: () => runProgram('systemctl', 'restart', unit),
  stop: () => runProgram('systemctl', 'stop', unit),
  /** Ends it, and does not start it with the machine. */
  disable: () => runProgram('systemctl', 'disable', '--now', unit),
  /** `false` also while systemd waits before it starts it again. */
  isActive: () => spawnSync('systemctl', ['is-active', '--quiet', unit]).status === 0,
  /** The lines of the unit and what changes it that say which program it starts; the last one counts. */
  findStarts(): string[] {
    const { stdout } = spawnSync('systemctl', ['cat', unit], { encoding: 'utf8' })
    const lines = (stdout ?? '').split('\n').map((line) => line.trim())
    return lines.filter((line) => /^ExecStart\b/.test(line))
  },
  /** What it wrote last since a time, but for lines of the log and stacks. */
  lastWords(since: Date): string {
    const seconds = Math.floor(since.getTime() / 1_000)
    const options = ['-u', unit, '-o', 'cat', '-n', '50', '--since', `@${seconds}`]
    const { stdout } = spawnSync('journalctl', options, { encoding: 'utf8' })
    const lines = (stdout ?? '').split('\n').filter((line) => !/^\{|^\s+at |^\s*$/.test(line))
    return lines.slice(-maxLines).join('\n')
  },
}

const maxLines = 10
