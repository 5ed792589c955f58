import { setImmediate, setTimeout } from 'node:timers/promises'

import { repeatUntilDone } from './call-firestore.ts'
import { withTimeout } from './firestore-error.ts'

/** The pause between two listeners, so that one that ends at once does not cause a storm of reads. */
const pauseMs = 1_000

/** A query or a document of Firestore. */
interface Source<Snapshot> {
  onSnapshot(onNext: (snapshot: Snapshot) => void, onError: (error: Error) => void): () => void
}

export interface ListenOptions<Snapshot> {
  /** Creates what the next listener listens to. */
  readonly createSource: () => Source<Snapshot>
  readonly onSnapshot: (snapshot: Snapshot) => void
  /** Called each time a listener ends, or cannot be started; not after `signal` is aborted. */
  readonly onError: (error: unknown) => void
  /** Stops listening. */
  readonly signal: AbortSignal
  /** How long the first snapshot may take, 8 seconds by default; twice as long for the second listener, and so on. */
  readonly firstSnapshotMs?: number
}

/**
 * Listens to a query or a document until `signal` is aborted. Google's library resumes an interrupted listener some ten times,
 * and one that is silent after two minutes. This starts a new listener when the library gives up, and much sooner if there is
 * no first snapshot.
 */
export async function keepListening<Snapshot>(options: ListenOptions<Snapshot>): Promise<void> {
  const { onError, signal, firstSnapshotMs = 8_000 } = options
  const aborted = () => signal.aborted
  let listener: Listener | undefined
  const listen = async (attempt: number) => {
    listener = startListener(options)
    try {
      await withTimeout(firstSnapshotMs * attempt, listener.started)
    } catch (error) {
      await listener.stop(error)
      throw error
    }
  }
  while (!aborted()) {
    try {
      await repeatUntilDone(listen, { signal, onFailedAttempt: onError })
      const reason = await listener?.ended
      if (!aborted()) onError(reason)
      await setTimeout(pauseMs, undefined, { signal, ref: false })
    } catch (error) {
      if (!aborted()) throw error
    }
  }
  await listener?.ended
}

interface Listener {
  /** Resolves at the first snapshot; rejects if the listener ends before. */
  readonly started: Promise<void>
  /** Resolves with the reason. */
  readonly ended: Promise<unknown>
  /** No snapshot is taken any more. */
  readonly stop: (reason: unknown) => Promise<void>
}

function startListener<Snapshot>({ createSource, onSnapshot, signal }: ListenOptions<Snapshot>): Listener {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  let isOver = false
  const take = (snapshot: Snapshot) => {
    if (isOver) return
    onSnapshot(snapshot)
    started.resolve()
  }
  const end = (reason: unknown) => {
    isOver = true
    started.reject(reason)
    ended.resolve(reason)
  }
  const unsubscribe = createSource().onSnapshot(take, end)
  const stop = async (reason: unknown) => {
    if (isOver) return
    isOver = true
    // A stream that is ended while it delivers messages stays open for the library for ever: it waits for the event `end`,
    // which a stream with a write after its end does not have. (@google-cloud/firestore, index.js: `requestStream`)
    await setImmediate()
    unsubscribe()
    end(reason)
  }
  const abort = () => void stop(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  void ended.promise.then(() => signal.removeEventListener('abort', abort))
  return { started: started.promise, ended: ended.promise, stop }
}
