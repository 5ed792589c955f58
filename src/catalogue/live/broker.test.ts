import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

import { createLog } from '../../log.ts'
import { createBroker } from './broker.ts'

const log = createLog()
log.level = 'silent'

test('every subscriber is told, until it leaves', () => {
  const broker = createBroker({ log, spacingMs: 0 })
  const [a, b] = [mock.fn(), mock.fn()]
  broker.subscribe(a)
  const leave = broker.subscribe(b)
  leave()
  broker.publish(7)
  assert.deepEqual(
    a.mock.calls.map(({ arguments: [revision] }) => revision),
    [7],
  )
  assert.equal(b.mock.callCount(), 0)
  assert.equal(broker.revision, 7)
})

test('the same revision is told once', () => {
  const broker = createBroker({ log, spacingMs: 0 })
  const told = mock.fn()
  broker.subscribe(told)
  broker.publish(7)
  broker.publish(7)
  assert.equal(told.mock.callCount(), 1)
})

test('a burst is told as its first and its last', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const broker = createBroker({ log, spacingMs: 100 })
  const told: number[] = []
  broker.subscribe((revision) => told.push(revision))
  for (let revision = 1; revision <= 500; revision++) broker.publish(revision)
  assert.deepEqual(told, [1])
  context.mock.timers.tick(100)
  assert.deepEqual(told, [1, 500])
  context.mock.timers.tick(100)
  broker.publish(501)
  assert.deepEqual(told, [1, 500, 501])
})

test('a subscriber that fails is let go, and the others are told', () => {
  const broker = createBroker({ log, spacingMs: 0 })
  const failing = mock.fn(() => {
    throw new Error('gone')
  })
  const told = mock.fn()
  broker.subscribe(failing)
  broker.subscribe(told)
  broker.publish(1)
  assert.equal(told.mock.callCount(), 1)
})
