import { parentPort, workerData, type MessagePort } from 'node:worker_threads'

import { StartError } from '@stockinette/sqlite/errors.ts'

import { isShopError } from '../../domain/errors.ts'
import { runInBackground } from '../../process/priorities.ts'
import { BackupError } from '../backup-error.ts'
import type { BackupProgress, FromWorker, Job } from '../jobs.ts'
import { checkAll } from './check-all.ts'
import { makeBackup } from './make-backup.ts'
import { prune } from './prune.ts'

// The backup thread: runs one job, which is its `workerData`, and ends.

/** Milliseconds between two reports of progress. */
const reportMs = 100

type Report = (progress: BackupProgress) => void

export async function run(job: Job, signal: AbortSignal, report: Report): Promise<unknown> {
  if (job.name === 'make') return await makeBackup({ ...job.input, signal, report })
  return job.name === 'check' ? await checkAll(job.input.folder, signal) : await prune(job.input)
}

/** Reports the first and the last progress of each phase, and some in between. */
function createReport(send: (message: FromWorker) => void): Report {
  let reportedAt = -Infinity
  return (progress) => {
    const now = performance.now()
    if (progress.done < progress.total && now - reportedAt < reportMs) return
    reportedAt = now
    send({ type: 'progress', progress })
  }
}

export function toMessage(error: unknown): Extract<FromWorker, { readonly type: 'failed' }> {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof BackupError) return { type: 'failed', message, stack, failure: error.failure }
  // Photos or databases cannot be read.
  const isOfShop = isShopError(error) || error instanceof StartError
  return { type: 'failed', message, stack, failure: isOfShop ? 'failed' : undefined }
}

async function main(mainThread: MessagePort): Promise<void> {
  const stopped = new AbortController()
  mainThread.on('message', () => stopped.abort(new BackupError('The backup was stopped.')))
  try {
    runInBackground()
    const report = createReport((message) => mainThread.postMessage(message))
    mainThread.postMessage({ type: 'done', output: await run(workerData as Job, stopped.signal, report) })
  } catch (error) {
    mainThread.postMessage(toMessage(error))
  } finally {
    mainThread.close()
  }
}

if (parentPort !== null) await main(parentPort)
