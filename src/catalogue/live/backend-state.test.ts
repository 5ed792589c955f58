import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pollBackend } from './backend-state.ts'

test('pollBackend: polls the storage while pages are open, and not otherwise', async () => {
  /** The number of open pages at each poll. */
  const pages = [1, 1, 0, 0, 1, 0, 0]
  const answers = [true, false, true]
  const events: (boolean | 'no page is open')[] = []
  const all = Promise.withResolvers<void>()
  const streams = {
    get size() {
      const open = pages.shift()
      if (open === undefined) all.resolve()
      if (open === 0) events.push('no page is open')
      return open ?? 0
    },
    sendBackendState: (isReachable: boolean) => void events.push(isReachable),
  }
  using _following = pollBackend({ isReachable: async () => answers.shift() ?? assert.fail(), streams, everyMs: 1 })
  await all.promise
  const none = 'no page is open'
  assert.deepEqual(events, [true, false, none, none, true, none, none])
})
