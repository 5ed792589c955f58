import { pino, stdTimeFunctions } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** A path may have 16 KB, and somebody could fill the log with them. */
const maxPathLength = 200

/** One line of JSON an event, on standard output. Nothing that is logged may hold a token or a password. */
export function createLog(): Log {
  return pino({ base: null, timestamp: stdTimeFunctions.isoTime, serializers: { path: shorten } })
}

function shorten(path: unknown): unknown {
  return typeof path === 'string' && path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path
}
