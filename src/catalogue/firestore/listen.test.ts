import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Query, QuerySnapshot } from '@google-cloud/firestore'

import { status } from '../../google/firestore-error.ts'
import { keepListening } from './listen.ts'

test('keepListening: starts a new listener when Google’s library gives up, before the first snapshot and after', async () => {
  const refusal = Object.assign(new Error('no permission'), { code: status.permissionDenied })
  const answers: readonly ('answer' | 'end' | 'answer and end')[] = ['end', 'answer and end', 'answer']
  const ended = new AbortController()
  const seen: unknown[] = []
  let started = 0
  let stopped = 0
  const query = {
    onSnapshot(onNext: (snapshot: QuerySnapshot) => void, onError: (error: Error) => void) {
      const answer = answers[started++] ?? assert.fail()
      if (answer !== 'end') setImmediate(onNext, { size: started } as QuerySnapshot)
      if (answer !== 'answer') setImmediate(onError, refusal)
      return () => void stopped++
    },
  } as unknown as Query
  const onSnapshot = ({ size }: QuerySnapshot) => {
    seen.push(size)
    if (size === answers.length) ended.abort()
  }
  await keepListening({ query, onSnapshot, onError: (error) => void seen.push(error), signal: ended.signal })
  assert.deepEqual(seen.slice(0, 4), [refusal, 2, refusal, 3])
  assert.equal(started, answers.length)
  assert.equal(stopped, 1)
})
