import { destination, pino, stdTimeFunctions } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** A path may have 16 KB, and somebody could fill the log with them. */
const maxPathLength = 200

/** What is kept of lines that cannot be written at the moment; those beyond it are lost. */
const maxUnwrittenBytes = 1024 ** 2

/** One line of JSON an event, on standard output. Nothing that is logged may hold a token or a password. */
export function createLog(): Log {
  return pino({ base: null, timestamp: stdTimeFunctions.isoTime, serializers: { path: shorten } }, openOutput())
}

/**
 * Standard output may be a file on the disk that the shop is on. A full disk must neither end the shop, which serves its
 * pages meanwhile, nor keep it from ending: sonic-boom would try to write what is left, over and over.
 */
function openOutput() {
  const output = destination({ minLength: 0, maxLength: maxUnwrittenBytes })
  let isFailing = false
  output.on('error', () => (isFailing = true)) // The next line is another try.
  output.on('write', () => (isFailing = false))
  const flushSync = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isFailing) flushSync()
  }
  return output
}

function shorten(path: unknown): unknown {
  return typeof path === 'string' && path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path
}
