import assert from 'node:assert/strict'
import { test } from 'node:test'

import { status } from './firestore-error.ts'
import { keepListening } from './keep-listening.ts'

test('keepListening: starts a new listener when Google’s library gives up, before the first snapshot and after', async () => {
  const refusal = Object.assign(new Error('no permission'), { code: status.permissionDenied })
  const answers: readonly ('answer' | 'end' | 'answer and end')[] = ['end', 'answer and end', 'answer']
  const ended = new AbortController()
  const seen: unknown[] = []
  let started = 0
  let stopped = 0
  const source = {
    onSnapshot(onNext: (snapshot: { size: number }) => void, onError: (error: Error) => void) {
      const answer = answers[started++] ?? assert.fail()
      if (answer !== 'end') setImmediate(onNext, { size: started })
      if (answer !== 'answer') setImmediate(onError, refusal)
      return () => void stopped++
    },
  }
  const onSnapshot = ({ size }: { size: number }) => {
    seen.push(size)
    if (size === answers.length) ended.abort()
  }
  await keepListening({
    createSource: () => source,
    onSnapshot,
    onError: (error) => void seen.push(error),
    signal: ended.signal,
  })
  assert.deepEqual(seen.slice(0, 4), [refusal, 2, refusal, 3])
  assert.equal(started, answers.length)
  assert.equal(stopped, 1)
})
