import { destination, pino, stdTimeFunctions, type Logger } from 'pino'

export type Log = Logger

/** A request path may have 16 KB; longer ones are cut so that clients cannot fill the log. */
const maxPathLength = 200

/** The buffer for lines that cannot be written at the moment. Lines beyond it are dropped. */
const maxUnwrittenBytes = 1024 ** 2

/** Logs one line of JSON for each event to standard output. Never log a token or a password. */
export function createLog(): Log {
  return pino({ base: null, timestamp: stdTimeFunctions.isoTime, serializers: { path: shorten } }, openOutput())
}

/**
 * Standard output may be a file on a disk that is full. That must not stop the shop, which can still serve its pages, and
 * must not prevent it from exiting: sonic-boom would retry the last lines forever.
 */
function openOutput() {
  const output = destination({ minLength: 0, maxLength: maxUnwrittenBytes })
  let isFailing = false
  output.on('error', () => (isFailing = true)) // The next line tries again.
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
