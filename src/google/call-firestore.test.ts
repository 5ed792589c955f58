import assert from 'node:assert/strict'
import { test } from 'node:test'

import { callUntilAnswered, startMs } from './call-firestore.ts'

test('callUntilAnswered: ends soon when it is aborted, though the call has no answer yet', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const ended = new AbortController()
  const calls: unknown[] = []
  const call = () => {
    calls.push('call')
    return new Promise<never>(() => {})
  }
  const answer = callUntilAnswered(call, { signal: ended.signal, onFailedAttempt: (error) => void calls.push(error) })
  ended.abort()
  t.mock.timers.tick(startMs) // Less than the timeout of a call.
  await assert.rejects(answered(answer), { name: 'AbortError' })
  assert.deepEqual(calls, ['call'])
})

/** Rejects if there is no answer by the next turn of the event loop. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  setImmediate(reject, new Error('It is not settled.'))
  return Promise.race([answer, promise])
}
