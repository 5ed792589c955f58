import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

import { createBroker } from './broker.ts'

test('broker: sends a revision once', () => {
  const received = mock.fn((revision: number) => revision)
  const broker = createBroker(received, 0)
  broker.publish(7)
  broker.publish(7)
  assert.deepEqual(
    received.mock.calls.map(({ result }) => result),
    [7],
  )
  assert.equal(broker.revision, 7)
})

test('broker: of a burst it sends the first and the last revision', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const received: number[] = []
  const broker = createBroker((revision) => received.push(revision), 100)
  for (let revision = 1; revision <= 500; revision++) broker.publish(revision)
  assert.deepEqual(received, [1])
  context.mock.timers.tick(100)
  assert.deepEqual(received, [1, 500])
  context.mock.timers.tick(100)
  broker.publish(501)
  assert.deepEqual(received, [1, 500, 501])
})
