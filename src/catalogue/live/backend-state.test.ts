import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pollBackend } from './backend-state.ts'

test('followBackend: the storage is asked again and again, and nobody is asked while no page is open', async () => {
  const answers = [true, false, true]
  const told: boolean[] = []
  const all = Promise.withResolvers<void>()
  const streams = {
    size: 1,
    sendBackendState(isReachable: boolean) {
      told.push(isReachable)
      if (told.length === 3) {
        streams.size = 0
        all.resolve()
      }
    },
  }
  using _following = pollBackend({ isReachable: async () => answers.shift() ?? assert.fail(), streams, everyMs: 1 })
  await all.promise
  assert.deepEqual(told, [true, false, true])
})
