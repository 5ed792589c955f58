import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import pLimit from 'p-limit'

import { BackupError } from './backup-error.ts'
import { stopMessage, type BackupProgress, type FromWorker, type Job, type Jobs } from './jobs.ts'

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  readonly report?: ((progress: BackupProgress) => void) | undefined
}

/** One job at a time: two backups of the same folder would remove each other's unfinished files. */
const limit = pLimit(1)

/**
 * Runs a job in a thread of its own: reading, hashing and checking gigabytes would delay every visitor otherwise.
 *
 * Rejects with BackupError, or with the reason of `signal`.
 */
export function runJob<Name extends Job['name']>(
  job: Extract<Job, { readonly name: Name }>,
  options: RunOptions = {},
): Promise<Jobs[Name]['output']> {
  return limit(async () => {
    options.signal?.throwIfAborted()
    return (await jobs.run(job, options)) as Jobs[Name]['output']
  })
}

/** Resolves once the jobs that were begun before have ended: a backup that is being made seems to have been interrupted. */
export async function untilIdle(): Promise<void> {
  await limit(() => undefined)
}

/** Tests change it. */
export const jobs = { run: runInThread }

async function runInThread(job: Job, { signal, report }: RunOptions): Promise<unknown> {
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { name: 'backup', workerData: job })
  const exited = once(worker, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const stop = () => worker.postMessage(stopMessage)
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'progress') report?.(message.progress)
    else if (message.type === 'done') resolve(message.output)
    else reject(signal?.aborted ? signal.reason : toError(message))
  })
  worker.once('error', reject)
  // After its last message, which settled the promise, this has no effect.
  exited.then(() => reject(new Error('The backup thread ended without a result.')), reject)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    await exited.catch(() => undefined)
  }
}

export function toError({ message, failure, stack }: Extract<FromWorker, { readonly type: 'failed' }>): Error {
  return failure ? new BackupError(message, { failure }) : new Error(message, { cause: stack })
}
