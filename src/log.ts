import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'

import { escapeControls } from './domain/clean-text.ts'

export type Log = Logger

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogOptions {
  /** Lines below it are left out. */
  readonly level?: LogLevel
  /** Whether a person reads standard output. */
  readonly isTerminal?: boolean
}

/** A request path may have 16 KB; longer ones are cut so that clients cannot fill the log. */
const maxPathLength = 200

/** The buffer for lines that cannot be written at the moment. Lines beyond it are dropped. */
const maxUnwrittenBytes = 1024 ** 2

/** Logs one line of JSON for each event to standard output. Never log a token or a password. */
export function createLog(level: LogLevel = 'info', output: DestinationStream = openOutput()): Log {
  return pino({ base: null, level, timestamp: stdTimeFunctions.isoTime, serializers: { path: shorten } }, output)
}

/** Like `createLog`, but with lines for people on a terminal, if `pino-pretty` is installed: production does without it. */
export async function openLog({ level, isTerminal = process.stdout.isTTY }: LogOptions = {}): Promise<Log> {
  return createLog(level, isTerminal ? await openTerminal() : undefined)
}

async function openTerminal(): Promise<DestinationStream | undefined> {
  try {
    const { default: pretty } = await import('pino-pretty')
    return pretty({
      sync: true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'method,path,status,client,ms',
      messageFormat: (line) =>
        escapeControls(line['method'] === undefined ? String(line['msg']) : describeRequest(line)),
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function describeRequest({ method, path, status, ms }: Readonly<Record<string, unknown>>): string {
  return [method, path, status, ms, 'ms'].join(' ').replaceAll('\n', '\\n')
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
