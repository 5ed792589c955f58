import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pollBackend } from './backend-state.ts'

test('pollBackend: polls the storage while pages are open, and not otherwise', async () => {
  const answers = [true, false, true]
  const sent: boolean[] = []
  const all = Promise.withResolvers<void>()
  const streams = {
    size: 1,
    sendBackendState(isReachable: boolean) {
      sent.push(isReachable)
      if (sent.length === 3) {
        streams.size = 0
        all.resolve()
      }
    },
  }
  using _following = pollBackend({ isReachable: async () => answers.shift() ?? assert.fail(), streams, everyMs: 1 })
  await all.promise
  assert.deepEqual(sent, [true, false, true])
})
