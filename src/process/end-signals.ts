type Handler = (signal: NodeJS.Signals) => void

let handle: Handler = () => process.exit(143)

/**
 * The first process of a container has no default for signals: it ignores those that it does not handle. So the container
 * loads this module before anything else (`node --import`), and a signal ends the process from then on.
 */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => handle(signal))

/** Replaces the immediate end by an orderly one. */
export function onEndSignal(handler: Handler): void {
  handle = handler
}
