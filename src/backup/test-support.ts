import type { TestContext } from 'node:test'

import { jobs, toError } from './run-job.ts'
import { run, toMessage } from './worker/main.ts'

/** Runs the jobs of a test in its own thread, because to start the backup thread takes longer than what most tests do in it. */
export function runJobsHere(t: TestContext): void {
  const { run: runInThread } = jobs
  t.after(() => {
    jobs.run = runInThread
  })
  jobs.run = async (job, { signal = new AbortController().signal, report = () => undefined }) => {
    try {
      return structuredClone(await run(structuredClone(job), signal, report))
    } catch (error) {
      throw signal.aborted ? signal.reason : toError(toMessage(error))
    }
  }
}
