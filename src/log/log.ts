import { pino, stdTimeFunctions } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** One line of JSON an event, on standard output. Nothing that is logged may hold a token or a password. */
export function createLog(): Log {
  return pino({ base: null, timestamp: stdTimeFunctions.isoTime })
}
