import { setTimeout } from 'node:timers/promises'

import pRetry from 'p-retry'

import { endlessRetries, startMs } from './call-firestore.ts'

/** The pause between two listeners, so that one that ends at once does not cause a storm of reads. */
const pauseMs = 1_000

/** A query or a document of Firestore. */
interface Source<Snapshot> {
  onSnapshot(onNext: (snapshot: Snapshot) => void, onError: (error: Error) => void): () => void
}

export interface ListenOptions<Snapshot> {
  readonly source: Source<Snapshot>
  readonly onSnapshot: (snapshot: Snapshot) => void
  /** Called each time a listener ends, or cannot be started. */
  readonly onError: (error: unknown) => void
  /** Stops listening. */
  readonly signal: AbortSignal
}

/**
 * Listens to a query or a document until `signal` is aborted; the client may be terminated once this resolves. Google's
 * library resumes an interrupted listener some ten times; when it gives up, this starts a new listener.
 */
export async function keepListening<Snapshot>(options: ListenOptions<Snapshot>): Promise<void> {
  const { onError, signal } = options
  const aborted = () => signal.aborted
  while (!aborted()) {
    try {
      const onFailedAttempt = ({ error }: { error: Error }) => onError(error.cause)
      const { ended } = await pRetry(() => listenOnce(options), { ...endlessRetries, signal, onFailedAttempt })
      onError(await ended)
      await setTimeout(pauseMs, undefined, { signal, ref: false })
    } catch (error) {
      if (!aborted()) throw error
    }
  }
}

/** Resolves at the first snapshot, with a promise of the listener's end. */
async function listenOnce<Snapshot>({
  source,
  onSnapshot,
  signal,
}: ListenOptions<Snapshot>): Promise<{ ended: Promise<unknown> }> {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  let hasStarted = false
  const take = (snapshot: Snapshot) => {
    hasStarted = true
    onSnapshot(snapshot)
    started.resolve()
  }
  const end = (error: unknown) => {
    // Wrapped in an Error, as p-retry does not retry a TypeError.
    started.reject(new Error('The listener has ended.', { cause: error }))
    ended.resolve(error)
  }
  const stop = source.onSnapshot(take, end)
  const abort = () => {
    stop()
    if (hasStarted) end(signal.reason)
    else void setTimeout(startMs).then(() => end(signal.reason))
  }
  signal.addEventListener('abort', abort, { once: true })
  void ended.promise.then(() => signal.removeEventListener('abort', abort))
  await started.promise
  return { ended: ended.promise }
}
