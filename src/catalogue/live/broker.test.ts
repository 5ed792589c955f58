import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

import { createLog } from '../../log.ts'
import { createBroker } from './broker.ts'

const log = createLog()
log.level = 'silent'

test('broker: calls every subscriber until it unsubscribes', () => {
  const broker = createBroker({ log, spacingMs: 0 })
  const [a, b] = [mock.fn(), mock.fn()]
  broker.subscribe(a)
  const unsubscribe = broker.subscribe(b)
  unsubscribe()
  broker.publish(7)
  assert.deepEqual(
    a.mock.calls.map(({ arguments: [revision] }) => revision),
    [7],
  )
  assert.equal(b.mock.callCount(), 0)
  assert.equal(broker.revision, 7)
})

test('broker: sends a revision once', () => {
  const broker = createBroker({ log, spacingMs: 0 })
  const received = mock.fn()
  broker.subscribe(received)
  broker.publish(7)
  broker.publish(7)
  assert.equal(received.mock.callCount(), 1)
})

test('broker: of a burst it sends the first and the last revision', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const broker = createBroker({ log, spacingMs: 100 })
  const received: number[] = []
  broker.subscribe((revision) => received.push(revision))
  for (let revision = 1; revision <= 500; revision++) broker.publish(revision)
  assert.deepEqual(received, [1])
  context.mock.timers.tick(100)
  assert.deepEqual(received, [1, 500])
  context.mock.timers.tick(100)
  broker.publish(501)
  assert.deepEqual(received, [1, 500, 501])
})

test('broker: drops a subscriber that throws, and calls the others', () => {
  const broker = createBroker({ log, spacingMs: 0 })
  const failing = mock.fn(() => {
    throw new Error('gone')
  })
  const received = mock.fn()
  broker.subscribe(failing)
  broker.subscribe(received)
  broker.publish(1)
  assert.equal(received.mock.callCount(), 1)
})
