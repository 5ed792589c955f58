import assert from 'node:assert/strict'
import { test } from 'node:test'

import { callFirestore, callFirestoreOnce, callUntilAnswered } from './call-firestore.ts'
import { status } from './firestore-error.ts'

const firestoreError = (code: number) => Object.assign(new Error('refused'), { code })

/** A call that fails with these codes, one after the other, and then succeeds. */
function failingCall(...codes: readonly number[]) {
  let attempts = 0
  return {
    attempts: () => attempts,
    call: async () => {
      const code = codes[attempts]
      attempts += 1
      if (code !== undefined) throw firestoreError(code)
      return 'answer'
    },
  }
}

const { deadlineExceeded, permissionDenied } = status

test('callFirestore: makes a call three times at most, if its errors are retryable', async () => {
  const twice = failingCall(deadlineExceeded, deadlineExceeded)
  assert.equal(await callFirestore(twice.call, { minTimeout: 0 }), 'answer')
  const always = failingCall(...Array<number>(9).fill(deadlineExceeded))
  await assert.rejects(callFirestore(always.call, { minTimeout: 0 }), { code: 'storage-unavailable' })
  assert.deepEqual([twice.attempts(), always.attempts()], [3, 3])
})

test('callFirestore: does not retry after an error that would come again', async () => {
  const refused = failingCall(permissionDenied)
  await assert.rejects(callFirestore(refused.call, { minTimeout: 0 }), { code: 'storage-unavailable' })
  assert.equal(refused.attempts(), 1)
})

test('callFirestoreOnce: rejects on a timeout', async () => {
  const unanswered = new Promise<never>(() => {})
  await assert.rejects(callFirestoreOnce(unanswered, 1), { code: 'storage-unavailable' })
})

test('callUntilAnswered: reports each failed attempt, and makes the call again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failing = failingCall(permissionDenied)
  const reported: unknown[] = []
  const onFailedAttempt = (error: unknown) => {
    reported.push(error)
    setImmediate(() => t.mock.timers.tick(10_000)) // More than the pause.
  }
  const answer = callUntilAnswered(failing.call, { signal: new AbortController().signal, onFailedAttempt })
  assert.equal(await answer, 'answer')
  assert.deepEqual(reported, [firestoreError(permissionDenied)])
})

test('callUntilAnswered: rejects when it is aborted, even if the call has no answer yet', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const controller = new AbortController()
  const call = t.mock.fn(() => new Promise<never>(() => {}))
  const onFailedAttempt = t.mock.fn()
  const answer = callUntilAnswered(call, { signal: controller.signal, onFailedAttempt })
  controller.abort()
  await assert.rejects(settledNow(answer), { name: 'AbortError' })
  assert.equal(call.mock.callCount(), 1)
  assert.equal(onFailedAttempt.mock.callCount(), 0)
})

/** Rejects if a promise is not settled by the next turn of the event loop. */
async function settledNow<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  setImmediate(reject, new Error('It is not settled.'))
  return Promise.race([answer, promise])
}
