import { destination, pino } from 'pino'

import type { Log } from '../log.ts'

/** The log of a command, on standard error: its output goes to standard output. */
export function createCommandLog(): Log {
  return pino({ base: null }, destination({ dest: 2, sync: true }))
}
